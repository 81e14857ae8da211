-- History is never rewritten; this trigger also protects it from mistakes of the database owner.
create or replace function ledger.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'the ledger is append-only' using errcode = '42501';
end $$;
create or replace trigger transfer_is_final before update or delete on ledger.transfer
    for each row execute function ledger.refuse_change();
create or replace trigger gathered_is_final before update or delete on ledger.gathered
    for each row execute function ledger.refuse_change();
