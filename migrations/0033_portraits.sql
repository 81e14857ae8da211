-- The picture that people see: the chosen one, or the portrait, which `avatars` draws at this path. Null for accounts without a
-- nickname, which nobody sees, and for erased accounts.
alter table account add column picture text generated always as (
    coalesce(image, case when nickname is not null then '/api/v2/user/' || id::text || '/portrait' end)
) stored;
