-- The verified email address of a person, and the language for mails. No row for an erased account.
create or replace function kernel_api.address_of(p_person uuid)
returns table (email text, language text)
language plpgsql stable security definer set search_path = kernel, pg_temp as $$
begin
    return query
        select a.email, a.language from account a
        where a.id = p_person and a.verified_at is not null and a.erased_at is null;
end $$;
