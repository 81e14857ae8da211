-- Whether a source may move WIT now: an install that is uninstalled may not. Locks the row of the install until the end of the
-- transaction, so that an uninstall, which pays out the rest, waits for calls that have moved WIT, and later ones see it.
create or replace function kernel.moves_wit(p_source text) returns boolean
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    if p_source !~ '^x-[a-z2-7]{12}$' then
        return true;
    end if;
    perform from install where id = p_source and state <> 'uninstalled' for share;
    return found;
end $$;
