-- Gives back to the lots of a person what these payments took from them: at most `p_amount`, and of each lot at most what was not
-- given back before. The caller has credited the amount to the account, whose row is locked.
--
-- A payment spends received WIT before bought WIT, and the oldest lot first. Giving back goes the opposite way: bought WIT first,
-- then received WIT; the newest lot first. After a partial refund the lots that the payment reached last are whole again.
--
-- Only live lots are restored. A reserved lot is whole, so no payment has taken anything from it that is not restored; of a
-- refunded or voided lot the money was paid back, so the WIT stay received WIT.
create or replace function ledger.restore_lots(p_account uuid, p_amount bigint, p_transfers uuid[]) returns void
language plpgsql volatile as $$
declare
    left_over bigint := p_amount;
    part bigint;
    spent record;
begin
    for spent in
        select s.transfer_id, s.lot_id, s.amount - s.restored as taken
        from ledger.lot_spending s join ledger.lot l on l.id = s.lot_id
        where s.transfer_id = any(p_transfers) and s.restored < s.amount and l.account_id = p_account and l.state = 0
        order by l.bought_at desc, l.id desc, s.transfer_id
    loop
        part := least(spent.taken, left_over);
        update ledger.lot_spending set restored = restored + part
        where transfer_id = spent.transfer_id and lot_id = spent.lot_id;
        update ledger.lot set remaining = remaining + part where id = spent.lot_id;
        left_over := left_over - part;
        exit when left_over = 0;
    end loop;
    if left_over < p_amount then
        update ledger.account set bought = bought + p_amount - left_over where id = p_account;
    end if;
end $$;
