-- Uses up the limits of a grant for one movement; a negative `p_amount` returns them. The narrowest scope comes first,
-- so that a person over their own limit does not wait for the world's row.
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
