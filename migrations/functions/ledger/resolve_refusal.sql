-- The outcome of a transfer that was not posted: 1 if the same transfer was posted before, 2 if its key was used for another
-- transfer, otherwise `p_refusal`.
create or replace function ledger.resolve_refusal(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_source text, p_refusal smallint
) returns smallint
language plpgsql volatile as $$
declare
    known smallint;
begin
    select case when (t.debit, t.credit, t.amount, t.kind, t.source) = (p_debit, p_credit, p_amount, p_kind, p_source)
                then 1 else 2 end
    into known from ledger.transfer t where t.id = p_id;
    return coalesce(known, p_refusal);
end $$;
