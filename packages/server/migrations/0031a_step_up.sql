-- When the owner of a session last proved that it is he; signing in is a proof. `infinity`: a
-- visitor's, which has no owner.
alter table session add column proved_at timestamptz not null default now();
update session set proved_at = created_at;
