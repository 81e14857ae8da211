-- Appends an audit entry to an account's chain and returns its number. Locks the account's `audit_head`.
create or replace function kernel.record(
    account uuid, happened_at timestamptz, what text, by_whom uuid, facts jsonb
) returns bigint
language plpgsql volatile set search_path = kernel, pg_catalog, pg_temp as $$
declare
    head audit_head;
    entry audit_entry;
begin
    insert into audit_head as h (account_id, seq, hash) values (account, 0, '\x')
    on conflict (account_id) do nothing;
    select * into head from audit_head h where h.account_id = account for update;
    entry.account_id := account;
    entry.seq := head.seq + 1;
    entry.at := happened_at;
    entry.kind := what;
    entry.actor := by_whom;
    entry.personal := facts;
    entry.digest := sha256(convert_to(facts::text, 'UTF8'));
    entry.hash := audit_hash(head.hash, entry);
    insert into audit_entry select entry.*;
    update audit_head h set seq = entry.seq, hash = entry.hash where h.account_id = account;
    return entry.seq;
end $$;
