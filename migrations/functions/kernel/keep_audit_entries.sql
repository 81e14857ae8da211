-- The audit log is append-only; only the personal part of an entry may be set to null.
create or replace function kernel.keep_audit_entries() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    if tg_op = 'UPDATE' and new.personal is null
        and (new.account_id, new.seq, new.at, new.kind, new.digest, new.hash)
          = (old.account_id, old.seq, old.at, old.kind, old.digest, old.hash)
        and new.actor is not distinct from old.actor then
        return new;
    end if;
    raise exception 'the audit log is append-only';
end $$;
create or replace trigger audit_entry_kept before update or delete on kernel.audit_entry
    for each row execute function kernel.keep_audit_entries();
