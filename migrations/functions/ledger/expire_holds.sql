-- Releases expired holds; returns their owners. Reserved lots are live again.
create or replace function ledger.expire_holds(p_now timestamptz, p_limit int) returns uuid[]
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    ids uuid[];
    owners uuid[];
begin
    select array_agg(d.id), array_agg(distinct d.account_id) into ids, owners
    from (
        select id, account_id from hold where state = 0 and expires_at <= p_now
        order by expires_at limit p_limit for no key update skip locked
    ) d;
    if ids is null then
        return '{}';
    end if;
    perform 1 from account where id = any(owners) order by id for no key update;
    update account a set held = a.held - s.amount
    from (select account_id, sum(amount)::bigint as amount from hold where id = any(ids) group by account_id) s
    where a.id = s.account_id;
    update hold set state = 3, ended_at = p_now where id = any(ids);
    update lot set state = 0, hold_id = null where hold_id = any(ids);
    perform forfeit(a.id, p_now) from account a where a.id = any(owners) and a.state = 2;
    return owners;
end $$;
