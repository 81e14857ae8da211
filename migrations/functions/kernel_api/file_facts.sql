-- The facts about a model or an avatar that is ready, as JSON; null for other files.
create or replace function kernel_api.file_facts(p_file uuid)
returns text
language sql stable security definer set search_path = kernel, pg_temp as $$
    select coalesce(f.model, f.vrm)::text from file f where f.id = p_file and f.state = 'ready'
$$;
