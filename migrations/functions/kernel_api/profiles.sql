-- Profiles in the order of `ids`. The plan is generic: a custom plan would be made for each call.
create or replace function kernel_api.profiles(ids uuid[])
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
    return query
        select a.id, a.nickname, a.picture, a.language
        from account a
        where a.id = any(ids) and a.nickname is not null and a.verified_at is not null
        order by array_position(ids, a.id);
end $$;
