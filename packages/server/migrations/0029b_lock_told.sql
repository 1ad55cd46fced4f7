-- When the owner of an account was last told by mail that too many failures have locked it.
alter table app_user add column lock_told_at timestamptz;
