-- Removes the picture of a person if this reference of a plugin has set it. Returns whether it was removed.
create or replace function kernel_api.clear_image(p_person uuid, p_plugin text, p_reference text)
returns boolean
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
begin
    update account a set image = null, image_source = null
    where a.id = p_person and a.image_source = p_plugin || ':' || p_reference;
    return found;
end $$;
