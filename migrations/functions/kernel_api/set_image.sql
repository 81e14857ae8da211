-- Makes a picture of a plugin the picture of a person; it replaces any other. The account is locked before its files, as
-- everywhere.
create or replace function kernel_api.set_image(
    p_person uuid, p_plugin text, p_reference text, p_image text, p_now timestamptz
)
returns void
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    update account a set image = p_image, image_source = p_plugin || ':' || p_reference where a.id = p_person;
    perform kernel.end_image_uses(p_person, null, p_now);
end $$;
