-- A resource, found by its id or alias, and its ancestors, nearest first. No rows if it does not exist.
create or replace function kernel.resource_lineage(wanted_kind text, wanted_key text)
returns table (kind text, id text, attributes jsonb)
language plpgsql stable set search_path = kernel, pg_temp as $$
begin
    return query
        with recursive lineage as (
            (
                select r.kind, r.id, r.attributes, r.parent_kind, r.parent_id, 1 as depth
                from resource r
                where r.kind = wanted_kind and (r.id = wanted_key or r.alias = wanted_key)
                -- An id wins over the alias of another resource.
                order by r.id = wanted_key desc
                limit 1
            )
            union all
            select p.kind, p.id, p.attributes, p.parent_kind, p.parent_id, l.depth + 1
            from lineage l
            join resource p on p.kind = l.parent_kind and p.id = l.parent_id
            where l.depth < 8
        )
        select l.kind, l.id, l.attributes from lineage l order by l.depth;
end $$;
