-- A plugin reads only its own payments.
create or replace function kernel_api.payment_find(p_plugin text, p_reference text)
returns table (id uuid, account_id uuid, state text, price bigint, refunded bigint, expires_at timestamptz)
language sql stable security definer set search_path = kernel, pg_temp as $$
    select p.id, p.account_id, p.state, p.price, p.refunded, p.expires_at
    from plugin_payment p where p.plugin = p_plugin and p.reference = p_reference;
$$;
