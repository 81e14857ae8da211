-- The hash that is published with an order covers the rows of its draw (rule 2). Orders placed before have rule 1: the seed alone.
alter table purchase add column draw_rule bigint not null default 1;
-- The rows as they were when the order was placed: `[{"no", "weight", "left"}]`.
alter table purchase add column draw_rows jsonb;
alter table purchase add constraint purchase_draw check (draw_rule in (1, 2) and (draw_rule = 2) = (draw_rows is not null));
