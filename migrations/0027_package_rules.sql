-- The rules by which a package was accepted; one of earlier rules is checked again before it is loaded. How much memory a
-- running install of it takes: unknown for packages from before, which count as nothing.
alter table package
    add column checked_rules integer not null default 0 check (checked_rules >= 0),
    add column resident_bytes integer not null default 0 check (resident_bytes >= 0);
