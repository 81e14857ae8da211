-- Moves held play money of a player to the plugin on trial, at most what was held. Returns an outcome as in the ledger: 0 moved,
-- 7 a larger amount, 9 no such payment of this player, 10 collected before, 11 expired.
create or replace function kernel_api.play_collect(
    p_install text, p_id uuid, p_payer uuid, p_payee uuid, p_amount bigint, p_at timestamptz, p_day date
)
returns smallint
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    held play_charge;
    moved bigint;
begin
    -- In the lock order of `play_pay`: accounts first.
    perform 1 from play_account a where a.install = p_install and a.holder in (p_payer, p_payee)
    order by a.holder for update;
    select * into held from play_charge c where c.install = p_install and c.id = p_id and c.payer = p_payer for update;
    if not found then
        return 9;
    elsif held.collected_at is not null then
        return 10;
    elsif held.expires_at <= p_at then
        return 11;
    end if;
    moved := coalesce(p_amount, held.amount);
    if moved > held.amount then
        return 7;
    end if;
    update play_charge c set collected_at = p_at, amount = moved where c.install = p_install and c.id = p_id;
    insert into play_transfer (install, id, leg, payer, payee, amount, memo, at, day)
    values (p_install, p_id, 1, p_payer, p_payee, moved, held.memo, p_at, p_day);
    update play_account a set balance = a.balance - moved where a.install = p_install and a.holder = p_payer;
    update play_account a set balance = a.balance + moved where a.install = p_install and a.holder = p_payee;
    return 0;
end $$;
