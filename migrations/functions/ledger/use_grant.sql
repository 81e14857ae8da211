-- The limits of a grant, used up for one movement; `p_amount` below zero gives back. The narrowest scope first, so that whoever is over their
-- own limit never waits for the world's.
create or replace function ledger.use_grant(
    p_plugin text, p_op text, p_person uuid, p_world text, p_day date, p_amount bigint,
    p_person_day bigint, p_world_day bigint, p_platform_day bigint
) returns boolean
language plpgsql volatile as $$
begin
    if not ledger.use_up(p_plugin, p_op, 'p:' || p_person, p_day, p_amount, p_person_day) then
        return false;
    end if;
    if not ledger.use_up(p_plugin, p_op, 'w:' || p_world, p_day, p_amount, p_world_day) then
        perform ledger.use_up(p_plugin, p_op, 'p:' || p_person, p_day, -p_amount, p_person_day);
        return false;
    end if;
    if not ledger.use_up(p_plugin, p_op, '*', p_day, p_amount, p_platform_day) then
        perform ledger.use_up(p_plugin, p_op, 'p:' || p_person, p_day, -p_amount, p_person_day);
        perform ledger.use_up(p_plugin, p_op, 'w:' || p_world, p_day, -p_amount, p_world_day);
        return false;
    end if;
    return true;
end $$;
