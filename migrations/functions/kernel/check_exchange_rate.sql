-- A rate that differs from the one before by more than 10 % needs the approval of a second administrator.
create or replace function kernel.check_exchange_rate() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
declare
    before kernel.exchange_rate;
begin
    select * into before from kernel.exchange_rate order by version desc limit 1;
    if new.approved_by is null and (
        abs(new.hundredths_per_usd - before.hundredths_per_usd) * 10 > before.hundredths_per_usd
        or abs(new.hundredths_per_1000_krw - before.hundredths_per_1000_krw) * 10 > before.hundredths_per_1000_krw
    ) then
        raise exception 'a change of an exchange rate by more than 10 %% needs a second administrator';
    end if;
    return new;
end $$;
create or replace trigger exchange_rate_checked before insert on kernel.exchange_rate
    for each row execute function kernel.check_exchange_rate();
