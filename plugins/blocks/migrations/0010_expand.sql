-- Who chats in a block, and the pause between two messages of one person. In blocks for members, the owners of memberships chat.

alter table block add column chat text not null default 'everybody' constraint block_chat check (chat in ('everybody', 'membership'));
alter table block add column slow_mode_s bigint not null default 0 constraint block_slow_mode check (slow_mode_s between 0 and 60);
update block set chat = 'membership' where access = 'members';
