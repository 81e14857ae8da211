-- What two people are to each other, in one question rather than two: their profiles, and whether either blocks the other.
create function kernel_api.pairs(one uuid[], other uuid[])
returns table (
    a uuid, a_nickname text, a_image text, a_language text, b uuid, b_nickname text, b_image text, b_language text,
    blocked boolean
)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        select x.id, x.nickname, x.image, x.language, y.id, y.nickname, y.image, y.language,
               exists (select 1 from block k where k.blocker = p.one and k.blocked = p.other)
               or exists (select 1 from block k where k.blocker = p.other and k.blocked = p.one)
        from unnest(one, other) with ordinality p (one, other, n)
        left join account x on x.id = p.one and x.nickname is not null and x.verified_at is not null
        left join account y on y.id = p.other and y.nickname is not null and y.verified_at is not null
        order by p.n;
end $$;

-- Several deliveries of one subscriber at once, in the order that they were asked for.
drop function kernel_api.take_delivery(uuid);
create function kernel_api.take_deliveries(wanted uuid[])
returns table (id uuid, topic text, payload bytea, at_ms bigint)
language plpgsql volatile security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        with taken as (
            delete from delivery d
            where d.id in (
                select c.id from delivery c where c.id = any(wanted) and c.parked_at is null for update skip locked
            )
            returning d.id, d.topic, d.payload, d.happened_at
        )
        select t.id, t.topic, t.payload, (extract(epoch from t.happened_at) * 1000)::bigint
        from taken t order by array_position(wanted, t.id);
end $$;

-- Who hears at once, before anything is worked out for them.
create function kernel_api.reachable(people uuid[]) returns table (person uuid, screens boolean, devices boolean)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        select w.person, w.screens, w.devices
        from (
            select p.id as person, exists (select 1 from live_cursor c where c.account_id = p.id) as screens,
                   exists (select 1 from push_subscription s where s.account_id = p.id) as devices
            from unnest(people) p (id)
        ) w
        where w.screens or w.devices;
end $$;
