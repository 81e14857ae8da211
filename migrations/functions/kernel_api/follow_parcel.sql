-- Follows a parcel of a plugin; does nothing if the plugin follows it already.
create or replace function kernel_api.follow_parcel(
    p_plugin text, p_reference text, p_carrier text, p_number text, p_now timestamptz, p_look timestamptz
)
returns void
language sql volatile security definer set search_path = kernel, pg_temp as $$
    insert into tracked_parcel (plugin, reference, carrier, number, followed_at, look_at)
    values (p_plugin, p_reference, p_carrier, p_number, p_now, p_look)
    on conflict (plugin, reference) do nothing
$$;
