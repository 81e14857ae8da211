-- Whether a player of a trial has paid this play money to the plugin.
create or replace function kernel_api.play_was_paid(p_install text, p_id uuid, p_payer uuid) returns boolean
language sql stable security definer set search_path = kernel, pg_temp as $$
    select exists (
        select from play_charge c
        where c.install = p_install and c.id = p_id and c.payer = p_payer and c.collected_at is not null)
$$;
