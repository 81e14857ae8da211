-- A transfer between two people under any key, as `ledger.post`. Returns the payer's balance after it, null for the
-- system; less than 0 is the negated outcome of a transfer that was refused or replayed.
create or replace function ledger.pay(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text
) returns bigint
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    payer_has bigint;
    outcome smallint;
begin
    select p.outcome, p.balance into outcome, payer_has
    from ledger.post(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo) p;
    return case when outcome = 0 then payer_has else -outcome end;
end $$;
