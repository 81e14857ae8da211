-- Opens an account; does nothing if it exists.
create or replace function ledger.open_account(p_id uuid, p_kind smallint) returns void
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    insert into account (id, kind, head) values (p_id, p_kind, genesis(p_id)) on conflict do nothing;
end $$;
