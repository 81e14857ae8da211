-- Holds play money of a player for the plugin on trial. Returns an outcome as in the ledger: 0 held, 1 held before, 2 key used for
-- another payment, 3 insufficient, 4 no such account, 12 over the grant's limit.
create or replace function kernel_api.play_charge(
    p_install text, p_id uuid, p_payer uuid, p_amount bigint, p_memo text, p_at timestamptz, p_expires_at timestamptz,
    p_day date, p_person_day bigint, p_world_day bigint
)
returns smallint
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    available bigint;
    known play_charge;
begin
    -- The payer's row serializes the payments of a player.
    select a.balance into available from play_account a where a.install = p_install and a.holder = p_payer for update;
    if not found then
        return 4;
    end if;
    select * into known from play_charge c where c.install = p_install and c.id = p_id;
    if found then
        return case when known.payer = p_payer and known.amount = p_amount then 1 else 2 end;
    end if;
    select available - coalesce(sum(c.amount), 0) into available from play_charge c
    where c.install = p_install and c.payer = p_payer and c.collected_at is null and c.expires_at > p_at;
    if p_amount > available then
        return 3;
    end if;
    if exists (
        select from play_charge c
        where c.install = p_install and c.day = p_day and (c.collected_at is not null or c.expires_at > p_at)
        having coalesce(sum(c.amount) filter (where c.payer = p_payer), 0) + p_amount > p_person_day
            or coalesce(sum(c.amount), 0) + p_amount > p_world_day
    ) then
        return 12;
    end if;
    insert into play_charge (install, id, payer, amount, memo, day, expires_at)
    values (p_install, p_id, p_payer, p_amount, p_memo, p_day, p_expires_at);
    return 0;
end $$;
