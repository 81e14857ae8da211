-- Holds WIT for a plugin within its grant. `outcome` as in the ledger; `balance` is the available rest.
create or replace function kernel_api.ledger_hold(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text,
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    is_new boolean := p_amount > 0 and not exists (select from hold h where h.id = p_id);
begin
    if p_source like 'x-%' and not kernel.moves_wit(p_source) then
        outcome := 6;
        return;
    end if;
    if is_new
       and not use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
    then
        outcome := 12;
        return;
    end if;
    select h.outcome, h.available into outcome, balance
    from hold(p_id, p_account, p_to, p_amount, p_kind, p_at, p_expires, p_source, p_memo) h;
    if outcome <> 0 and is_new then
        perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
    end if;
end $$;
