-- Writes a push of the kernel to a person's live feed, numbered like those of a unit of work. Does nothing for a person
-- without a cursor.
create or replace function kernel.push_live(person uuid, what text, content jsonb, happened_at timestamptz) returns void
language plpgsql volatile set search_path = kernel, pg_catalog, pg_temp as $$
declare
    next_seq bigint;
begin
    update live_cursor c set seq = c.seq + 1 where c.account_id = person returning c.seq into next_seq;
    if found then
        insert into live_event (account_id, seq, kind, payload, at)
        values (person, next_seq, what, content, happened_at);
    end if;
end $$;
