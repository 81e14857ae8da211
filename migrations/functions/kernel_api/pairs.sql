-- For each pair of people, in the order of the arrays: both profiles, and whether either has blocked the other, and
-- whether the first has muted the other. The columns of a person without a nickname or a verified address are null.
create or replace function kernel_api.pairs(one uuid[], other uuid[])
returns table (
    a uuid, a_nickname text, a_image text, a_language text, b uuid, b_nickname text, b_image text, b_language text,
    blocked boolean, muted boolean
)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        select x.id, x.nickname, x.picture, x.language, y.id, y.nickname, y.picture, y.language,
               exists (select 1 from block k where k.blocker = p.one and k.blocked = p.other)
               or exists (select 1 from block k where k.blocker = p.other and k.blocked = p.one),
               exists (select 1 from mute m where m.muter = p.one and m.muted = p.other)
        from unnest(one, other) with ordinality p (one, other, n)
        left join account x on x.id = p.one and x.nickname is not null and x.verified_at is not null
        left join account y on y.id = p.other and y.nickname is not null and y.verified_at is not null
        order by p.n;
end $$;
