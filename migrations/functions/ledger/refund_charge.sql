-- Pays back to a person what they had paid: posts the transfer as `post` does, and restores the lots that the payments
-- `p_charges` were taken from (`restore_lots`); null stands for every payment of this person to the paying account. A replay
-- restores nothing.
create or replace function ledger.refund_charge(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_charges uuid[], p_forced boolean default false, out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
begin
    select p.outcome, p.balance into outcome, balance
    from post(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo, 0, p_forced) p;
    if outcome <> 0 then
        return;
    end if;
    if p_charges is null then
        -- By the lots of the person, who may have made many more payments.
        p_charges := array(
            select s.transfer_id
            from lot l
            join lot_spending s on s.lot_id = l.id and s.restored < s.amount
            join transfer t on t.id = s.transfer_id
            where l.account_id = p_credit and l.state = 0 and t.debit = p_credit and t.credit = p_debit);
    end if;
    perform restore_lots(p_credit, p_amount, p_charges);
end $$;
