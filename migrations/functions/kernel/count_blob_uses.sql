-- Counts how many variants use a blob.
create or replace function kernel.count_blob_uses() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
begin
    if tg_op = 'INSERT' then
        update blob b set uses = b.uses + 1 where b.digest = new.blob;
    else
        update blob b set uses = b.uses - 1 where b.digest = old.blob;
    end if;
    return null;
end $$;
create or replace trigger file_variant_counted after insert or delete on kernel.file_variant
    for each row execute function kernel.count_blob_uses();
