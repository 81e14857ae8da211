-- What policies read about people: their nickname, their mute and their roles. Nothing for erased and unverified accounts. The plan
-- is generic: a custom plan would be made for each call.
create or replace function kernel_api.authz_facts(ids uuid[], now timestamptz)
returns table (id uuid, has_nickname boolean, muted_until timestamptz, scopes text[], roles text[])
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
    return query
        select a.id, a.nickname is not null,
            (select max(s.until) from sanction s
             where s.account_id = a.id and s.action = 'mute' and s.lifted_at is null and s.until > authz_facts.now),
            array(select b.scope from role_binding b where b.account_id = a.id order by b.scope, b.role),
            array(select b.role from role_binding b where b.account_id = a.id order by b.scope, b.role)
        from account a
        where a.id = any(ids) and a.verified_at is not null and a.erased_at is null;
end $$;
