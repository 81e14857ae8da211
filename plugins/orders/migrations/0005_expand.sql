-- Requests have terms of their own, and WIT that were paid out come back from the seller before they are refunded.

alter table clock drop constraint clock_kind;
alter table clock add constraint clock_kind check (kind in ('ship', 'receive', 'withdraw', 'defect', 'decide', 'return', 'arrive',
  'refund', 'payout'));

-- When the term was last handed to a timer of its own: one that fails does not delay the others.
alter table clock add column tried_at timestamptz;

-- What the buyer says about the parcel that goes back.
alter table request add column sent_back_at timestamptz;
alter table request add column return_carrier text;
alter table request add column return_tracking text;
alter table request drop constraint request_state;
alter table request add constraint request_state check (state in ('requested', 'accepted', 'rejected', 'done', 'lapsed'));

-- How often the seller gave the payout back.
alter table purchase add column paybacks bigint not null default 0;
-- The WIT of an order are with its seller or with its buyer, never with both. Earlier rows are not checked.
alter table purchase add constraint purchase_refund_held check (state not in ('refunding', 'refunded')
  or coalesce(paid_out, 0) = 0) not valid;

-- A withdrawal needs no decision: those that wait for one are accepted.
update request set state = 'accepted', decided_at = now() where kind = 'withdrawal' and state = 'requested';
insert into clock (purchase_id, kind, due_at)
select purchase_id, case state when 'requested' then 'decide' else 'return' end,
  now() + case state when 'requested' then interval '7 days' else interval '14 days' end
from request where state in ('requested', 'accepted') and returned_at is null;
insert into clock (purchase_id, kind, due_at)
select id, 'receive', greatest(shipped_at + interval '14 days', now() + interval '7 days') from purchase where state = 'shipped';
