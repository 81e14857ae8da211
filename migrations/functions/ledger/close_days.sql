-- Stores the totals of the days (in Korean time) that ended at least an hour ago, at most 31 of them per call. Returns
-- how many days were closed.
create or replace function ledger.close_days(p_now timestamptz) returns int
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    last date := ((p_now - interval '1 hour') at time zone 'Asia/Seoul')::date - 1;
    d date := coalesce(
        (select max(day) + 1 from day_total),
        (select (min(at) at time zone 'Asia/Seoul')::date from transfer));
    closed int := 0;
begin
    while d <= last and closed < 31 loop
        insert into day_total (day, kind, transfers, amount)
        select d, t.kind, count(*), sum(t.amount)
        from transfer t
        where t.at >= d::timestamp at time zone 'Asia/Seoul' and t.at < (d + 1)::timestamp at time zone 'Asia/Seoul'
        group by t.kind
        -- A day without movements is closed too.
        union all select d, 0::smallint, 0, 0
        on conflict do nothing;
        d := d + 1;
        closed := closed + 1;
    end loop;
    return closed;
end $$;
