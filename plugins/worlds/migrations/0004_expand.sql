-- A world can sell its items to owners of its membership only; its membership collections are open to all.
alter table world add column membership_first boolean not null default false;
