-- A transfer of a plugin within its grant. Only a new transfer uses up the grant. `outcome` as in the ledger; `balance` is
-- the payer's balance after it.
create or replace function kernel_api.ledger_transfer(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    if p_source like 'x-%' and not kernel.moves_wit(p_source) then
        outcome := 6;
        return;
    end if;
    if exists (select 1 from transfer t where t.id = p_id) then
        balance := pay(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo);
    else
        if p_amount > 0
           and not use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
        then
            outcome := 12;
            return;
        end if;
        balance := pay_new(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo,
                           record(p_id, p_debit, p_credit, p_amount, p_kind, p_at));
        if balance < 0 and p_amount > 0 then
            perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
        end if;
    end if;
    outcome := 0;
    if balance < 0 then
        outcome := -balance;
        balance := null;
    end if;
end $$;
