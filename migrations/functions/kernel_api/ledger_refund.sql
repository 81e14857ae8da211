-- Pays back to a person, within the grant, what they paid to this plugin under a key. The key or id that the plugin named is of a
-- transfer (`p_transfer`), of legs or a mandate (`p_legs`), or of a hold (`p_holds`); the outcome is 14 if this plugin has
-- no payment of this person there. Only a new refund uses up the grant. `outcome` as in the ledger.
create or replace function kernel_api.ledger_refund(
    p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_source text, p_memo text,
    p_transfer uuid, p_legs uuid[], p_holds uuid[],
    p_op text, p_person uuid, p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out balance bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    is_new boolean := not exists (select from transfer t where t.id = p_id);
    charges uuid[];
begin
    if p_source like 'x-%' and not kernel.moves_wit(p_source) then
        outcome := 6;
        return;
    end if;
    charges := array(
        select t.id from transfer t
        where t.id = any(array[p_transfer] || array(select capture_id(h) from unnest(p_holds) h)
                         || array(select leg_id(k, n) from unnest(p_legs) k, generate_series(1, 64) n))
          and t.debit = p_credit and t.source = p_source);
    if cardinality(charges) = 0 then
        outcome := 14;
        return;
    end if;
    if is_new and p_amount > 0
       and not use_grant(p_source, p_op, p_person, p_world, p_day, p_amount, p_person_day, p_world_day, p_platform_day)
    then
        outcome := 12;
        return;
    end if;
    select r.outcome, r.balance into outcome, balance
    from refund_charge(p_id, p_debit, p_credit, p_amount, p_kind, p_at, p_source, p_memo, charges) r;
    if outcome <> 0 and is_new and p_amount > 0 then
        perform use_grant(p_source, p_op, p_person, p_world, p_day, -p_amount, p_person_day, p_world_day, p_platform_day);
    end if;
end $$;
