-- People whose nickname begins with the prefix, without the asker and without blocks in either direction.
create or replace function kernel_api.people_named(p_prefix text, p_asker uuid, p_limit int)
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.id, a.nickname, a.picture, a.language
        from account a
        -- Byte order, as in the index; `~` sorts after every character of a nickname.
        where a.nickname ~>=~ p_prefix and a.nickname ~<~ (p_prefix || '~')
          and a.nickname is not null and a.verified_at is not null and a.id is distinct from p_asker
          and not exists (select 1 from block b where b.blocker = p_asker and b.blocked = a.id)
          and not exists (select 1 from block b where b.blocker = a.id and b.blocked = p_asker)
        order by a.nickname using ~<~ limit p_limit;
end $$;
