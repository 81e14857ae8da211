-- Why a provider refused a refund of a plugin's payment, and whether a payment that nothing was sold for was given back: shown to
-- administrators, who can request a refused one again.
alter table plugin_payment_refund add column refusal text check (char_length(refusal) <= 500);
-- When it was requested again; null before.
alter table plugin_payment_refund add column queued_at timestamptz;
alter table plugin_payment_refund add constraint plugin_payment_refund_refused check (refusal is null or state = 'failed');

alter table plugin_payment add column void_state text check (void_state in ('queued', 'done', 'failed'));
-- When the cancellation was last requested.
alter table plugin_payment add column void_at timestamptz;
alter table plugin_payment add column void_refusal text check (char_length(void_refusal) <= 500);
alter table plugin_payment add constraint plugin_payment_voided check (void_state is null or state = 'voided');
alter table plugin_payment add constraint plugin_payment_void_refused check (void_refusal is null or void_state = 'failed');
update plugin_payment p set void_at = p.moved_at, void_state = coalesce(
    (select case when d.parked_at is null then 'queued' else 'failed' end from delivery d
     where d.subscriber = 'kernel:payments' and d.topic = 'void ' || p.id
     order by d.parked_at nulls first limit 1),
    'done')
where p.state = 'voided';

-- What an administrator lists and searches.
create index plugin_payment_newest on plugin_payment (created_at, id);
create index plugin_payment_ordered on plugin_payment (reference);
create index plugin_payment_unsettled on plugin_payment (id) where state = 'disputed' or void_state in ('queued', 'failed');
create index plugin_payment_late on plugin_payment (created_at, id) where state = 'voided';
create index plugin_payment_refund_open on plugin_payment_refund (payment_id) where state <> 'done';
