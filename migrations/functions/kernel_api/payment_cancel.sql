-- Ends an unpaid payment of a plugin. `outcome` is empty, `missing`, or `state` if it was paid. The background poll asks the
-- provider once more, so that a payment that was made in the same moment is refunded.
create or replace function kernel_api.payment_cancel(p_plugin text, p_reference text, p_now timestamptz)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    found_payment plugin_payment;
begin
    select * into found_payment from plugin_payment p
    where p.plugin = p_plugin and p.reference = p_reference for no key update;
    if not found then
        return 'missing';
    end if;
    if found_payment.state in ('failed', 'cancelled', 'expired', 'voided') then
        return '';
    end if;
    if found_payment.state <> 'created' then
        return 'state';
    end if;
    update plugin_payment p
    set state = 'cancelled', moved_at = p_now, looks = 0, look_at = case when p.provider is not null then p_now end
    where p.id = found_payment.id;
    return '';
end $$;
