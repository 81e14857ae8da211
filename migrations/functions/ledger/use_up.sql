-- Uses up a part of a grant's limit in a scope on a day; returns false and uses nothing if the limit is not sufficient.
create or replace function ledger.use_up(p_plugin text, p_op text, p_scope text, p_day date, p_amount bigint, p_limit bigint)
returns boolean
language plpgsql volatile as $$
begin
    if p_limit is null then
        return true;
    end if;
    if p_amount > p_limit then
        return false;
    end if;
    if p_amount < 0 then
        update ledger.usage u set spent = u.spent + p_amount
        where (u.plugin, u.op, u.scope, u.day) = (p_plugin, p_op, p_scope, p_day);
        return true;
    end if;
    insert into ledger.usage as u (plugin, op, scope, day, spent) values (p_plugin, p_op, p_scope, p_day, p_amount)
    on conflict (plugin, op, scope, day) do update set spent = u.spent + excluded.spent
        where u.spent + excluded.spent <= p_limit;
    return found;
end $$;
