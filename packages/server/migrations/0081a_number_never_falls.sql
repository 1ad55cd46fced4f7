-- Who leaves a group is no longer counted under its mark. Until a worker has marked the terminal itself,
-- this number stands in for it: drawn after that of the group, in the transaction that leaves.
alter table settings_regrouped add column settings_rev bigint;
alter table settings_regrouped alter column settings_rev set default nextval('settings_rev');
-- squawk-ignore require-concurrent-index-creation
create index settings_regrouped_of_device on settings_regrouped (device_id, settings_rev);
