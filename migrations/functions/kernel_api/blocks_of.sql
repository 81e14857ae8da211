-- The people on either side of a block with a person, the newest block first.
create or replace function kernel_api.blocks_of(person uuid, p_limit int) returns setof uuid
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off as $$
begin
    return query
        select b.other
        from (
            (select k.blocked as other, k.created_at from block k where k.blocker = person
             order by k.created_at desc limit p_limit)
            union all
            (select k.blocker, k.created_at from block k where k.blocked = person
             order by k.created_at desc limit p_limit)
        ) b
        group by b.other order by max(b.created_at) desc, b.other limit p_limit;
end $$;
