-- The outcome of a transfer that was not made: 1 where the same transfer was made before, 2 where its key names another
-- transfer, `p_refusal` otherwise.
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
