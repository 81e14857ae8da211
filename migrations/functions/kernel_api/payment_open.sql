-- Opens a payment of a plugin, once for each reference. `outcome` is empty, or `conflict` if the payment exists with other
-- values.
create or replace function kernel_api.payment_open(
    p_id uuid, p_plugin text, p_reference text, p_account uuid, p_price bigint, p_title_ko text, p_title_en text,
    p_return_path text, p_now timestamptz, p_expires timestamptz
)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    found_payment plugin_payment;
begin
    insert into plugin_payment (id, plugin, reference, account_id, state, title_ko, title_en, return_path, price,
        created_at, expires_at, moved_at, look_at)
    values (p_id, p_plugin, p_reference, p_account, 'created', p_title_ko, p_title_en, p_return_path, p_price,
        p_now, p_expires, p_now, p_expires)
    on conflict (plugin, reference) do nothing;
    if found then
        return '';
    end if;
    select * into found_payment from plugin_payment p where p.plugin = p_plugin and p.reference = p_reference;
    if found_payment.account_id = p_account and found_payment.price = p_price then
        return '';
    end if;
    return 'conflict';
end $$;
