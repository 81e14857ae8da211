-- A gift that is sent is in two indexes fewer: those that wait and those that have ended each have one of their own for either
-- side, and a list of all of them merges two. Before, each gift was in an index of all and in one of those that wait. An older
-- version that still runs beside this one reads its lists without an index meanwhile.
create index gift_received_ended on gift (recipient_id, sent_at desc, id desc) where status <> 'pending';
create index gift_sent_ended on gift (sender_id, sent_at desc, id desc) where status <> 'pending';
drop index gift_received;
drop index gift_sent;
