//! Movements of WIT while kernel and PostgreSQL are killed.
