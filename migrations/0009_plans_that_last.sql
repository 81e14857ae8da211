-- What a unit of work asks the kernel on every other request. PostgreSQL parses and plans a function in SQL at each call
-- unless it can be inlined, which one of another role's rights never is; one in PL/pgSQL keeps its plans for the session.

create or replace function kernel_api.profiles(ids uuid[])
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
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

create or replace function kernel_api.people_named(p_prefix text, p_asker uuid, p_limit int)
returns table (id uuid, nickname text, image text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.id, a.nickname, a.image, a.language
        from account a
        -- Byte by byte, as the index has them; `~` comes after everything that a nickname can hold.
        where a.nickname ~>=~ p_prefix and a.nickname ~<~ (p_prefix || '~')
          and a.nickname is not null and a.verified_at is not null and a.id is distinct from p_asker
          and not exists (select 1 from block b where b.blocker = p_asker and b.blocked = a.id)
          and not exists (select 1 from block b where b.blocker = a.id and b.blocked = p_asker)
        order by a.nickname using ~<~ limit p_limit;
end $$;

create or replace function kernel_api.address_of(p_person uuid)
returns table (email text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.email, a.language from account a
        where a.id = p_person and a.verified_at is not null and a.erased_at is null;
end $$;

create or replace function kernel_api.push_subscriptions_of(p_person uuid) returns setof uuid
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select s.id from push_subscription s where s.account_id = p_person order by s.subscribed_at, s.id;
end $$;
