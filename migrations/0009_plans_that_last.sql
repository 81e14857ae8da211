-- What a unit of work asks the kernel on every other request. PostgreSQL parses and plans a function in SQL at each call
-- unless it can be inlined, which one of another role's rights never is; one in PL/pgSQL keeps its plans for the session.
-- Those of 0008 are so from the start.

-- Of how many people, the planner cannot know, and would plan for each number anew.
create or replace function kernel_api.profiles(ids uuid[])
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
    return query
        select a.id, a.nickname, a.image, a.language
        from account a
        where a.id = any(ids) and a.nickname is not null and a.verified_at is not null
        order by array_position(ids, a.id);
end $$;

create or replace function kernel_api.profile_by_nickname(wanted text)
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.id, a.nickname, a.image, a.language
        from account a
        where a.nickname = wanted and a.verified_at is not null;
end $$;

create or replace function kernel_api.blocked_between(a uuid, b uuid) returns boolean
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return exists (select 1 from block k where (k.blocker, k.blocked) in ((a, b), (b, a)));
end $$;
