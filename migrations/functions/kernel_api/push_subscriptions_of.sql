-- The ids of a person's push subscriptions, oldest first.
create or replace function kernel_api.push_subscriptions_of(p_person uuid) returns setof uuid
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select s.id from push_subscription s where s.account_id = p_person order by s.subscribed_at, s.id;
end $$;
