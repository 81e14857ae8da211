-- People with a role in a scope whose nickname begins with the prefix, without the asker: for plugins that operators have
-- installed in the scope. Blocks leave nobody out, because the difference would tell who has blocked whom.
create or replace function kernel_api.people_of_scope_named(p_prefix text, p_scope text, p_asker uuid, p_limit int)
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.id, a.nickname, a.picture, a.language
        from account a
        where a.nickname ~>=~ p_prefix and a.nickname ~<~ (p_prefix || '~')
          and a.nickname is not null and a.verified_at is not null and a.id is distinct from p_asker
          and exists (select 1 from role_binding b where b.account_id = a.id and b.scope = p_scope)
        order by a.nickname using ~<~ limit p_limit;
end $$;
