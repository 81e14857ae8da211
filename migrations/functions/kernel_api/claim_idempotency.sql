-- Claims (actor, key) at the time of the caller, by which old keys are deleted. Returns no row if the claim is new, otherwise the stored response. A concurrent call with
-- the same key waits until the first transaction has ended.
create or replace function kernel_api.claim_idempotency(who text, wanted text, hash bytea, p_now timestamptz)
returns table (same boolean, status int, headers jsonb, body bytea)
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    insert into idempotency as i (actor, key, request_hash, status, headers, body, at)
    values (who, wanted, hash, 0, '[]', '', p_now)
    on conflict do nothing;
    if not found then
        return query
            select i.request_hash = hash, i.status, i.headers, i.body
            from idempotency i where i.actor = who and i.key = wanted;
    end if;
end $$;
