-- Requests a refund of a plugin's payment, and queues the call of the provider. `outcome` is empty, `missing`, `state`,
-- `conflict` or `too_much`. A refund that the provider refused is queued again under its key.
create or replace function kernel_api.payment_refund(
    p_plugin text, p_reference text, p_key text, p_amount bigint, p_refund uuid, p_delivery uuid, p_now timestamptz
)
returns text
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    found_payment plugin_payment;
    before plugin_payment_refund;
    refund uuid := p_refund;
begin
    select * into found_payment from plugin_payment p
    where p.plugin = p_plugin and p.reference = p_reference for no key update;
    if not found then
        return 'missing';
    end if;
    select * into before from plugin_payment_refund r where r.payment_id = found_payment.id and r.key = p_key;
    if found then
        if before.amount <> p_amount then
            return 'conflict';
        end if;
        if before.state <> 'failed' then
            return '';
        end if;
        refund := before.id;
        update plugin_payment_refund r set state = 'queued', ended_at = null, refusal = null, queued_at = p_now
        where r.id = refund;
        delete from delivery d
        where d.subscriber = 'kernel:payments' and d.topic = 'refund part ' || refund and d.parked_at is not null;
    else
        if found_payment.state <> 'paid' then
            return 'state';
        end if;
        if p_amount > found_payment.price - found_payment.refunded then
            return 'too_much';
        end if;
        insert into plugin_payment_refund (id, payment_id, key, amount, state, requested_at)
        values (refund, found_payment.id, p_key, p_amount, 'queued', p_now);
        update plugin_payment p set refunded = p.refunded + p_amount where p.id = found_payment.id;
    end if;
    insert into delivery (id, subscriber, topic, payload, happened_at, due_at)
    values (p_delivery, 'kernel:payments', 'refund part ' || refund,
        convert_to(json_build_object('kind', 'refundpart', 'refund', refund)::text, 'UTF8'), p_now, p_now);
    return '';
end $$;
