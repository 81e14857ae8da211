-- Counts what a person paid in a transfer of a plugin, in its legs or by a mandate, as spent in a world: all of it, or `p_kept` of it
-- if a part was given back. `outcome` 0: counted now;
-- 1: counted before, or the payer is no person; 2: no such transfer of this plugin; 3: no such world.
create or replace function kernel_api.count_spending(
    p_transfer uuid, p_legs uuid, p_plugin text, p_world uuid, p_first_house uuid, p_kept bigint,
    out outcome smallint, out payer uuid, out amount bigint
)
language plpgsql volatile security definer set search_path = ledger, pg_temp as $$
declare
    ids uuid[];
begin
    if not exists (select 1 from kernel.resource r where r.kind = 'worlds::World' and r.id = p_world::text) then
        outcome := 3;
        return;
    end if;
    select array_agg(t.id) into ids from transfer t
    where t.id = any(array[p_transfer] || array(select leg_id(p_legs, n) from generate_series(1, 64) n))
      and t.source = p_plugin;
    if ids is null then
        outcome := 2;
        return;
    end if;
    with counted as (
        insert into spending (transfer_id, world_id)
        select t.id, p_world from transfer t where t.id = any(ids) and t.debit < p_first_house
        on conflict do nothing
        returning transfer_id
    )
    -- One key has one payer: the caller, or the person of the mandate.
    select t.debit, least(sum(t.amount), p_kept) into payer, amount
    from counted c join transfer t on t.id = c.transfer_id
    group by t.debit;
    outcome := case when payer is null then 1 else 0 end;
end $$;
