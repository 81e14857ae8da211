-- People whose wallets are frozen: they cannot be paid, so nothing of theirs can be bought. Kept by the kernel's event.
create table frozen_trader (
  account_id uuid not null,
  constraint frozen_trader_pkey primary key (account_id)
);

-- Searches for a type that items do not have never match, and cannot be shown.
delete from saved_search
where item_type not in ('audio', 'block', 'consumable', 'gear', 'pfp', 'photo', 'text', 'video');
alter table saved_search add constraint saved_search_type
  check (item_type in ('audio', 'block', 'consumable', 'gear', 'pfp', 'photo', 'text', 'video'));
