-- The public profile with this nickname; unverified accounts have none.
create or replace function kernel_api.profile_by_nickname(wanted text)
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.id, a.nickname, a.picture, a.language
        from account a
        where a.nickname = wanted and a.verified_at is not null;
end $$;
