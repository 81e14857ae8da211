-- Writes pushes of a unit of work to people's live feeds. `pushes` is an array of {person, kind, payload, at}, in order;
-- an element without `kind` pushes the person's current balance. People without a recent screen are skipped. Locks feeds
-- in account order, so that two units of work never deadlock here.
create or replace function kernel_api.push_to_screens(people uuid[], pushes jsonb) returns void
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    listening uuid[] := array(
        select c.account_id from live_cursor c where c.account_id = any(people)
        order by c.account_id for no key update);
begin
    if cardinality(listening) = 0 then
        return;
    end if;
    with wanted as (
        select (e ->> 'person')::uuid as person, e ->> 'kind' as kind, e -> 'payload' as payload,
               (e ->> 'at')::timestamptz as at, n
        from jsonb_array_elements(pushes) with ordinality x (e, n)
    ), numbered as materialized (
        select w.person, coalesce(w.kind, 'kernel.wallet.changed') as kind,
               coalesce(w.payload, jsonb_build_object('balanceHundredths', a.balance, 'heldHundredths', a.held,
                                                      'availableHundredths', a.balance - a.held)) as payload,
               w.at, row_number() over (partition by w.person order by w.n) as place,
               count(*) over (partition by w.person) as many
        from wanted w left join ledger.account a on w.kind is null and a.id = w.person
        where w.person = any(listening)
    ), moved as (
        update live_cursor c set seq = c.seq + w.many
        from (select distinct person, many from numbered) w where c.account_id = w.person
        returning c.account_id, c.seq
    )
    insert into live_event (account_id, seq, kind, payload, at)
    select w.person, m.seq - w.many + w.place, w.kind, w.payload, w.at
    from numbered w join moved m on m.account_id = w.person;
end $$;
