-- Reaching people who are not here, finding people by the beginning of a nickname, and statements that are signed.

-- Every key that ever signed a statement: what it signed has to be checkable for ever. The secret half is derived
-- from the kernel's secret and stands nowhere.
create table kernel.statement_key (
    kid text primary key,
    public bytea not null,
    known_since timestamptz not null
);

-- A device that somebody has asked to be notified on.
create table kernel.push_subscription (
    id uuid primary key,
    account_id uuid not null references kernel.account (id) on delete cascade,
    -- Where its browser's push service takes notices: an address that is as secret as a key.
    endpoint text not null constraint push_subscription_endpoint unique,
    p256dh bytea not null,
    auth bytea not null,
    subscribed_at timestamptz not null
);
create index push_subscription_account on kernel.push_subscription (account_id, subscribed_at, id);

create function kernel_api.people_named(p_prefix text, p_asker uuid, p_limit int)
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

create function kernel_api.address_of(p_person uuid)
returns table (email text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.email, a.language from account a
        where a.id = p_person and a.verified_at is not null and a.erased_at is null;
end $$;

create function kernel_api.push_subscriptions_of(p_person uuid) returns setof uuid
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select s.id from push_subscription s where s.account_id = p_person order by s.subscribed_at, s.id;
end $$;
