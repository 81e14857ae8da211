-- Terminates a backend that runs plugin SQL; returns true once it has ended. Backends of other roles are not terminated.
create or replace function kernel.end_backend(backend int) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
    perform pg_terminate_backend(a.pid) from pg_stat_activity a where a.pid = backend and a.usename = 'kernel_rt';
    return not exists (select from pg_stat_activity a where a.pid = backend and a.usename = 'kernel_rt');
end $$;
