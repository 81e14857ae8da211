-- A hold that its plugin takes for granted, in one function: one inside another is a tenth of the price of a hold. It fails
-- where anything is in the way, and with it all of its transaction; `ledger_hold` says then what it is.
create or replace function kernel_api.hold_presumed(
    p_id uuid, p_account uuid, p_to uuid, p_amount bigint, p_kind smallint, p_at timestamptz, p_expires timestamptz,
    p_source text, p_memo text
) returns void
language plpgsql volatile security definer as $$
begin
    if p_amount between 1 and 100000000000000 and p_account is distinct from p_to and p_expires > p_at then
        update ledger.account a set held = a.held + p_amount
        where a.id = p_account and a.state = 0 and a.balance - a.held >= p_amount
          -- Somebody who cannot be paid is promised nothing; what a plugin has begins with what it first gets.
          and (p_to is null or p_to >= 'fffffffe-0000-0000-0000-000000000000'
               or exists (select from ledger.account t where t.id = p_to and t.state = 0));
        if found then
            -- One of that name is in the way by its key.
            insert into ledger.hold (id, account_id, to_account, amount, kind, source, memo, at, expires_at)
            values (p_id, p_account, p_to, p_amount, p_kind, p_source, p_memo, p_at, p_expires);
            return;
        end if;
    end if;
    raise exception 'something is in the way of a hold' using errcode = 'WV001';
end $$;
