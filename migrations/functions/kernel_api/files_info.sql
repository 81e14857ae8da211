-- Files in the order of `ids`. The plan is generic: a custom plan would be made for each call.
create or replace function kernel_api.files_info(ids uuid[])
returns table (id uuid, owner uuid, kind text, media_type text, bytes bigint, width int, height int, ready boolean)
language plpgsql stable security definer set search_path = kernel, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
    return query
        select f.id, f.account_id, f.kind, f.media_type, f.charged, f.width, f.height, f.state = 'ready'
        from file f
        where f.id = any(ids) and f.kind is not null and f.state <> 'uploading'
        order by array_position(ids, f.id);
end $$;
