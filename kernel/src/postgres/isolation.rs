//! What keeps a plugin's statements inside its schema: privileges, applied and verified at every start.
//!
//! PostgreSQL lets everybody call functions that sleep, lock, change settings or read the catalogs.
//! They are revoked from PUBLIC in this database; `kernel_app` and `kernel_rt` do not need them. The
//! other half of the isolation, which statements may be written at all, is `work::guard`.

use sqlx::{PgConnection, Row};

use super::PrepareError;

/// A finding of the check, as a sentence.
pub type Refusal = String;

/// Functions of `pg_catalog` that no plugin may call.
const FORBIDDEN_FUNCTIONS: &str = "^(set_config|pg_sleep.*|pg_advisory.*|pg_try_advisory.*|pg_notify\
|pg_listening_channels|pg_notification_queue_usage|lo_.*|lo(creat|read|write|import|export|unlink|open|close|seek.*|tell.*)\
|lowrite|be_lo.*|pg_export_snapshot|pg_(terminate|cancel)_backend|pg_reload_conf|pg_rotate_logfile.*\
|(query|table|schema|database|cursor)_to_xml.*|ts_stat|ts_rewrite|pg_logical.*|pg_create.*slot.*|pg_drop.*slot.*\
|pg_replication.*|pg_stat_.*|pg_show_.*|pg_prepared_.*|pg_cursor|pg_lock_status|pg_get_functiondef|pg_get_viewdef\
|pg_get_ruledef|pg_get_triggerdef|pg_get_constraintdef|pg_get_indexdef|pg_get_userbyid|pg_read_.*|pg_ls_.*\
|pg_current_xact_id.*|txid_current.*|pg_current_wal.*|pg_switch_wal|pg_walfile.*|pg_wal_.*|pg_current_snapshot\
|txid_snapshot.*|pg_control_.*|pg_backend_pid|pg_blocking_pids|pg_safe_snapshot_blocking_pids|pg_conf_load_time\
|pg_postmaster_start_time|inet_(client|server)_.*|version|current_setting|pg_settings_get_flags|pg_hba_file_rules\
|pg_database_size|pg_tablespace_.*|pg_relation_.*|pg_total_relation_size|pg_table_size|pg_indexes_size\
|has_.*_privilege|pg_has_role|to_reg.*|row_security_active|pg_my_temp_schema|pg_is_other_temp_schema\
|pg_timezone_.*|pg_available_.*|pg_extension_.*|pg_partition_.*|pg_describe_object|pg_identify_object.*\
|pg_get_object_address|pg_event_trigger.*|pg_import_system_collations|pg_promote|pg_backup.*|pg_start_backup|pg_stop_backup\
|pg_log_backend_memory_contexts|pg_get_backend_memory_contexts|pg_get_shmem_allocations|pg_file.*|pg_config\
|binary_upgrade.*|pg_collation_actual_version|pg_database_collation_actual_version|dblink.*)$";

/// Applies what is missing, then verifies the whole; a start on a database that was prepared before
/// only verifies.
pub(super) async fn enforce(owner: &mut PgConnection) -> Result<(), PrepareError> {
    if violations(owner).await?.is_empty() {
        return Ok(());
    }
    apply(owner).await?;
    match violations(owner).await?.into_iter().next() {
        None => Ok(()),
        Some(first) => Err(PrepareError::NotIsolated(first)),
    }
}

async fn apply(owner: &mut PgConnection) -> Result<(), sqlx::Error> {
    let functions: Vec<String> = sqlx::query(
        "select p.oid::regprocedure::text
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'pg_catalog' and p.proname ~ $1",
    )
    .bind(FORBIDDEN_FUNCTIONS)
    .fetch_all(&mut *owner)
    .await?
    .iter()
    .map(|row| row.get(0))
    .collect();
    let database: String = sqlx::query("select quote_ident(current_database())")
        .fetch_one(&mut *owner)
        .await?
        .get(0);
    let revokes = format!(
        "revoke execute on function {} from public;
         revoke all on all tables in schema pg_catalog from public;
         revoke all on all tables in schema information_schema from public;
         revoke usage on schema information_schema from public;
         revoke usage on language plpgsql from public;
         revoke usage on language sql from public;
         revoke all on schema public from public;
         revoke all on database {database} from public;
         grant connect on database {database} to kernel_app, kernel_rt;
         revoke all on schema kernel, kernel_api from public;
         grant usage on schema kernel to kernel_app;
         grant select, insert, update, delete on all tables in schema kernel to kernel_app;
         revoke all on kernel._sqlx_migrations from kernel_app;
         revoke all on schema ledger from public;
         grant usage on schema ledger to kernel_app;
         grant select on all tables in schema ledger to kernel_app;
         revoke execute on all functions in schema kernel_api, ledger from public;
         grant execute on all functions in schema ledger to kernel_app;
         grant usage on schema kernel_api to kernel_rt;
         grant execute on all functions in schema kernel_api to kernel_rt;
         revoke all on all tables in schema kernel_api from public;
         grant select on all tables in schema kernel_api to kernel_rt;",
        functions.join(", ")
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(revokes))
        .execute(&mut *owner)
        .await?;
    Ok(())
}

/// What the database allows and must not, or must and does not.
async fn violations(owner: &mut PgConnection) -> Result<Vec<Refusal>, sqlx::Error> {
    let rows = sqlx::query(
        "select 'everyone may call ' || p.oid::regprocedure
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where (n.nspname = 'pg_catalog' and p.proname ~ $1 or n.nspname in ('kernel_api', 'ledger'))
           and (p.proacl is null or exists (
               select 1 from aclexplode(p.proacl) a where a.grantee = 0 and a.privilege_type = 'EXECUTE'))
         union all
         select 'everyone may read ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('pg_catalog', 'information_schema', 'kernel_api') and c.relkind in ('r', 'v')
           and exists (select 1 from aclexplode(c.relacl) a where a.grantee = 0)
         union all
         select 'everyone may use language ' || l.lanname
         from pg_language l
         where l.lanname in ('plpgsql', 'sql')
           and (l.lanacl is null or exists (select 1 from aclexplode(l.lanacl) a where a.grantee = 0))
         union all
         select 'everyone may use database ' || d.datname
         from pg_database d
         where d.datname = current_database()
           and (d.datacl is null or exists (select 1 from aclexplode(d.datacl) a where a.grantee = 0))
         union all
         select 'kernel_rt may read ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('kernel', 'ledger') and c.relkind in ('r', 'v')
           and has_table_privilege('kernel_rt', c.oid, 'select, insert, update, delete')
         union all
         select 'kernel_app may write ' || c.oid::regclass || ', which the functions of the ledger alone may'
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'ledger' and c.relkind = 'r'
           and has_table_privilege('kernel_app', c.oid, 'insert, update, delete, truncate')
         union all
         select 'kernel_app may not read ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'ledger' and c.relkind = 'r' and not has_table_privilege('kernel_app', c.oid, 'select')
         union all
         select 'kernel_app may not call ' || p.oid::regprocedure
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'ledger' and not has_function_privilege('kernel_app', p.oid, 'execute')
         union all
         select 'kernel_app may not use ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'kernel' and c.relkind = 'r' and c.relname <> '_sqlx_migrations'
           and not has_table_privilege('kernel_app', c.oid, 'select')
         union all
         select 'kernel_rt may not read, or may change, ' || c.oid::regclass
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'kernel_api' and c.relkind in ('r', 'v')
           and (not has_table_privilege('kernel_rt', c.oid, 'select')
                or has_table_privilege('kernel_rt', c.oid, 'insert, update, delete, truncate'))
         union all
         select 'kernel_rt may not call ' || p.oid::regprocedure
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'kernel_api' and not has_function_privilege('kernel_rt', p.oid, 'execute')
         limit 20",
    )
    .bind(FORBIDDEN_FUNCTIONS)
    .fetch_all(owner)
    .await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}
