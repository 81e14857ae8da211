-- A mandate for a plugin. `outcome` as in the ledger.
create or replace function kernel_api.ledger_give_mandate(
    p_id uuid, p_account uuid, p_amount bigint, p_at timestamptz, p_expires timestamptz, p_source text, out outcome smallint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    outcome := give_mandate(p_id, p_account, p_amount, p_at, p_expires, p_source);
end $$;
