-- Credits purchased WIT from the mint to a person, and records the lot.
create or replace function ledger.recharge(
    p_id uuid, p_to uuid, p_amount bigint, p_lot uuid, p_at timestamptz, p_source text, p_memo text,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    select p.outcome, p.balance into outcome, balance
    from post(p_id, 'ffffffff-ffff-8fff-bfff-000000000001', p_to, p_amount, 1::smallint, p_at, p_source, p_memo, 0, false) p;
    if outcome = 0 then
        insert into lot (id, account_id, amount, remaining, bought_at) values (p_lot, p_to, p_amount, p_amount, p_at);
        update account a set bought = a.bought + p_amount where a.id = p_to returning a.balance into balance;
    end if;
end $$;
