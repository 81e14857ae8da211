-- The members of a world, newest first: whom somebody there may like to know.
create index member_newest on member (world_id, joined_at desc, account_id desc);
