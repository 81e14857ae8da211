-- PostgreSQL reads the stored tree of every CHECK anew for each statement that writes to its table, and those of a gift and
-- of its counters were a third of what it cost to write one. What they said is what `gift.rs` can make at all: a message of
-- 200 characters, two people, an end that it knows. One is left, short: a gift is of WIT or of an item.
alter table gift
  drop constraint gift_two_people,
  drop constraint gift_message_length,
  drop constraint gift_of_one_thing,
  drop constraint gift_status,
  add constraint gift_of_one_thing check ((item_id is null) <> (amount is null));
alter table tally drop constraint tally_counts;
