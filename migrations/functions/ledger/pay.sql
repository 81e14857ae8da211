-- `ledger.post` with one result column. Returns the payer's balance after the transfer, in hundredths of a WIT (null if
-- the payer is the system), or the negated outcome if the transfer was refused or replayed.
create or replace function ledger.pay(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text
) returns bigint
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    payer_balance bigint;
    outcome smallint;
begin
    select p.outcome, p.balance into outcome, payer_balance
    from ledger.post(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo) p;
    return case when outcome = 0 then payer_balance else -outcome end;
end $$;
