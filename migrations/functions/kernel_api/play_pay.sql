-- Pays play money from one account of a trial to people: all legs, or none. `outcome` as in the ledger: 0 posted, 1 replayed,
-- 2 key used for another transfer, 3 insufficient, 4 no such account, 12 over the grant's limit.
create or replace function kernel_api.play_pay(
    p_install text, p_id uuid, p_payer uuid, p_payees uuid[], p_amounts bigint[], p_memos text[], p_at timestamptz,
    p_day date, p_person_day bigint, p_world_day bigint, out outcome smallint, out refused_leg int
)
language plpgsql volatile security definer set search_path = kernel, pg_temp as $$
declare
    available bigint;
    legs int;
begin
    refused_leg := 0;
    -- The payer's row serializes the transfers of a trial.
    select balance into available from play_account where install = p_install and holder = p_payer for update;
    if not found then
        outcome := 4;
        return;
    end if;
    select count(*) into legs from play_transfer where install = p_install and id = p_id;
    if legs > 0 then
        outcome := case when legs = cardinality(p_payees) and not exists (
            select from unnest(p_payees, p_amounts) with ordinality n (payee, amount, leg)
            left join play_transfer t on t.install = p_install and t.id = p_id and t.leg = n.leg
            where t.payee is distinct from n.payee or t.amount is distinct from n.amount or t.payer <> p_payer
        ) then 1 else 2 end;
        return;
    end if;
    select n.leg - 1 into refused_leg
    from unnest(p_payees) with ordinality n (payee, leg)
    where not exists (select from play_account a where a.install = p_install and a.holder = n.payee)
    order by n.leg limit 1;
    if found then
        outcome := 4;
        return;
    end if;
    refused_leg := 0;
    if (select sum(amount) from unnest(p_amounts) amount) > available then
        outcome := 3;
        return;
    end if;
    if exists (
        select from unnest(p_payees, p_amounts) n (payee, amount)
        group by n.payee
        having sum(n.amount) + (
            select coalesce(sum(t.amount), 0) from play_transfer t
            where t.install = p_install and t.payee = n.payee and t.day = p_day
        ) > p_person_day
    ) or (select sum(amount) from unnest(p_amounts) amount) + (
        select coalesce(sum(t.amount), 0) from play_transfer t
        where t.install = p_install and t.payer = p_payer and t.day = p_day
    ) > p_world_day then
        outcome := 12;
        return;
    end if;
    insert into play_transfer (install, id, leg, payer, payee, amount, memo, at, day)
    select p_install, p_id, n.leg, p_payer, n.payee, n.amount, n.memo, p_at, p_day
    from unnest(p_payees, p_amounts, p_memos) with ordinality n (payee, amount, memo, leg);
    update play_account a set balance = a.balance - (select sum(amount) from unnest(p_amounts) amount)
    where a.install = p_install and a.holder = p_payer;
    update play_account a set balance = a.balance + n.amount
    from (select payee, sum(amount) as amount from unnest(p_payees, p_amounts) x (payee, amount) group by payee) n
    where a.install = p_install and a.holder = n.payee;
    outcome := 0;
end $$;
