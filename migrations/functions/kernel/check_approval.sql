-- A proposal is applied only by an administrator who may approve it.
create or replace function kernel.check_approval() returns trigger
language plpgsql set search_path = kernel, pg_catalog, pg_temp as $$
declare
    objection text := approval_objection(new.decided_by, new.proposed_by, new.decided_at);
begin
    if objection is not null then
        raise exception 'this administrator may not approve this proposal: %', objection;
    end if;
    return new;
end $$;
create or replace trigger adjustment_approved before update of state on kernel.adjustment
    for each row when (new.state = 'applied') execute function kernel.check_approval();
create or replace trigger rate_proposal_approved before update of state on kernel.rate_proposal
    for each row when (new.state = 'applied') execute function kernel.check_approval();
create or replace trigger appointment_approved before update of state on kernel.appointment
    for each row when (new.state = 'applied') execute function kernel.check_approval();
