-- Several transfers of a plugin, all or none, each within the grant it is counted against. The grant arrays have one
-- element for each leg; null limits are not counted. `refused_leg` and `outcome` as in `ledger.transfer_legs`.
create or replace function kernel_api.ledger_transfer_legs(
    p_key uuid, p_debit uuid[], p_credit uuid[], p_amount bigint[], p_kind smallint[], p_memo text[],
    p_at timestamptz, p_source text,
    p_op text[], p_person uuid[], p_world text, p_day date, p_person_day bigint[], p_world_day bigint[],
    p_platform_day bigint[], out outcome smallint, out refused_leg int
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    is_new boolean := not exists (select from transfer t where t.id = leg_id(p_key, 1));
    used int := 0;
begin
    if p_source like 'x-%' and not kernel.moves_wit(p_source) then
        outcome := 6;
        refused_leg := 1;
        return;
    end if;
    if is_new then
        for n in 1..coalesce(cardinality(p_amount), 0) loop
            if p_amount[n] > 0 and not use_grant(p_source, p_op[n], p_person[n], p_world, p_day, p_amount[n],
                                                 p_person_day[n], p_world_day[n], p_platform_day[n]) then
                outcome := 12;
                refused_leg := n;
                exit;
            end if;
            used := n;
        end loop;
    end if;
    if outcome is null then
        select l.outcome, l.refused_leg into outcome, refused_leg
        from transfer_legs(p_key, p_debit, p_credit, p_amount, p_kind, p_memo, p_at, p_source) l;
    end if;
    if outcome <> 0 and is_new then
        for n in 1..used loop
            if p_amount[n] > 0 then
                perform use_grant(p_source, p_op[n], p_person[n], p_world, p_day, -p_amount[n],
                                  p_person_day[n], p_world_day[n], p_platform_day[n]);
            end if;
        end loop;
    end if;
end $$;
