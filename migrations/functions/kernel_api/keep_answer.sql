-- Stores the response of a request under its claimed idempotency key.
create or replace function kernel_api.keep_answer(p_actor text, p_key text, p_status int, p_headers jsonb, p_body bytea)
returns void
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    update idempotency i set status = p_status, headers = p_headers, body = p_body
    where i.actor = p_actor and i.key = p_key;
end $$;
