-- Exchange rates are append-only.
create or replace function kernel.keep_exchange_rates() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    raise exception 'exchange rates are append-only';
end $$;
create or replace trigger exchange_rate_kept before update or delete on kernel.exchange_rate
    for each row execute function kernel.keep_exchange_rates();
