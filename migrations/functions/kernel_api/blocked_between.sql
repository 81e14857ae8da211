-- Whether either of two people has blocked the other.
create or replace function kernel_api.blocked_between(a uuid, b uuid) returns boolean
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return exists (select 1 from block k where (k.blocker, k.blocked) in ((a, b), (b, a)));
end $$;
