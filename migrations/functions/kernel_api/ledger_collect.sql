-- A plugin can only collect its own mandates. What is collected uses up the grant of the day.
create or replace function kernel_api.ledger_collect(
    p_mandate uuid, p_credit uuid[], p_amount bigint[], p_kind smallint[], p_memo text[], p_at timestamptz, p_source text,
    p_world text, p_day date, p_person_day bigint, p_world_day bigint, p_platform_day bigint,
    out outcome smallint, out refused_leg int, out payer uuid
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    person uuid;
    total bigint;
begin
    select m.account_id into person from mandate m where m.id = p_mandate and m.source = p_source;
    if not found then
        outcome := 9;
        return;
    end if;
    total := (select sum(a)::bigint from unnest(p_amount) a);
    if total > 0
       and not use_grant(p_source, 'mandate', person, p_world, p_day, total, p_person_day, p_world_day, p_platform_day) then
        outcome := 12;
        return;
    end if;
    select c.outcome, c.refused_leg, c.payer into outcome, refused_leg, payer
    from collect(p_mandate, p_credit, p_amount, p_kind, p_memo, p_at) c;
    if outcome <> 0 and total > 0 then
        perform use_grant(p_source, 'mandate', person, p_world, p_day, -total, p_person_day, p_world_day, p_platform_day);
    end if;
end $$;
