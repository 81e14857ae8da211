-- Deducts the WIT that a payment spent from the lots of its payer, the oldest lot first, and records what it took from each:
-- `p_bought` is the unspent part after the payment. `restore_lots` does the opposite.
create or replace function ledger.spend_lots(p_transfer uuid, p_account uuid, p_bought bigint) returns void
language plpgsql volatile as $$
declare
    short bigint;
    part bigint;
    l record;
begin
    select coalesce(sum(remaining), 0) - p_bought into short
    from ledger.lot where account_id = p_account and state < 2 and remaining > 0;
    if short <= 0 then
        return;
    end if;
    -- Reserved lots come last and are never reached: their hold keeps the balance above them.
    for l in
        select id, remaining from ledger.lot
        where account_id = p_account and state < 2 and remaining > 0
        order by state, bought_at, id
    loop
        part := least(l.remaining, short);
        update ledger.lot set remaining = remaining - part where id = l.id;
        insert into ledger.lot_spending (transfer_id, lot_id, amount) values (p_transfer, l.id, part);
        short := short - part;
        exit when short = 0;
    end loop;
end $$;
