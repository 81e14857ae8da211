-- The limits of wash trades are part of the rules, so they have versions. A sale names the limit that it crossed, and the version
-- by which it was judged.

-- An item that comes back to a person within this time was not really sold; a price far off between two people who have traded
-- within this time is not a market price.
alter table rules add column wash_days integer not null default 30;
-- Two people who trade at least so often within so many days are linked.
alter table rules add column wash_pair_days integer not null default 7;
alter table rules add column wash_pair_trades integer not null default 3;
-- How many times over or under the median a price between two such people is far off.
alter table rules add column wash_price_times integer not null default 3;
alter table rules add constraint rules_wash check (wash_days between 1 and 365 and wash_pair_days between 1 and 365
  and wash_pair_trades between 1 and 1000 and wash_price_times between 2 and 100);

alter table sale add column wash_rule text;
alter table sale add column judged_by bigint;
alter table sale add constraint sale_wash_rule check (wash_rule in ('returned', 'pair', 'price')
  and is_wash and judged_by is not null or wash_rule is null);
