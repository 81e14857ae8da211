-- Exchanges that become refunds, requests that wait for the platform, units that are not sold again, addresses that are kept while a
-- defect can be reported, and the indexes of the desk.

-- Why an exchange became a refund.
alter table request add column fallback text;
alter table request add constraint request_fallback check (fallback in ('unanswered', 'unconfirmed', 'sold_out', 'late',
  'declined'));
-- Why a term could not settle a request by itself, and since when it waits for an administrator of the platform.
alter table request add column escalation text;
alter table request add column escalated_at timestamptz;
alter table request add constraint request_escalation check (escalation in ('paid_out', 'items'));
alter table request add constraint request_escalated check ((escalation is null) = (escalated_at is null));

-- Units that are not sold again: defective, lost, or of a random item. Entries from before have 0.
alter table stock_entry add column written_off bigint not null default 0;
alter table stock_entry drop constraint stock_entry_reason;
alter table stock_entry add constraint stock_entry_reason check (reason in ('added', 'reserved', 'sold', 'released', 'returned',
  'exchanged', 'written_off'));

-- Administrators of the platform who use its desk; they get its alarms. A plugin cannot list the others.
create table operator (
  account_id uuid not null,
  seen_at timestamptz not null,
  constraint operator_pkey primary key (account_id)
);
create index operator_seen on operator (seen_at);

-- The address of an order is erased after this time, unless a request is open. Null while the order is not finished.
alter table purchase add column address_until timestamptz;
create index purchase_address_until on purchase (address_until, id) where address is not null and address_until is not null;
update purchase p set address_until = greatest(p.ended_at + interval '90 days',
  (select c.due_at from clock c where c.purchase_id = p.id and c.kind = 'defect' and c.met_at is null))
where p.address is not null and p.ended_at is not null;

-- The desk: a page of any state reads as many rows as it shows, from one index. An order is the platform's without a world, or once its
-- seller was erased.
alter table purchase add column is_orphan boolean not null default false;
alter table purchase add column has_open_request boolean not null default false;
update purchase p set is_orphan = true from product o where o.id = p.product_id and o.is_orphan;
update purchase set has_open_request = true
where id in (select purchase_id from request where state in ('requested', 'accepted'));
create index purchase_product_id on purchase (product_id, id);
create index purchase_world_sales on purchase (world, created_at, id) where paid_at is not null;
create index purchase_world_state on purchase (world, state, created_at, id) where paid_at is not null;
create index purchase_world_requests on purchase (world, created_at, id) where paid_at is not null and has_open_request;
create index purchase_platform_sales on purchase (created_at, id) where paid_at is not null and (world is null or is_orphan);
create index purchase_platform_state on purchase (state, created_at, id)
  where paid_at is not null and (world is null or is_orphan);
create index purchase_platform_requests on purchase (created_at, id)
  where paid_at is not null and (world is null or is_orphan) and has_open_request;
