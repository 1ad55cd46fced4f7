-- What a terminal ran before an upgrade was wanted of it.
alter table push_item add column from_version text;

-- Results are looked at over all upgrades, the latest first: by each filter there is an index that says so.
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade on push_item (id desc) where cmd = 'UPGRADE';
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_state on push_item (state, id desc) where cmd = 'UPGRADE';
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_code on push_item (code, id desc) where cmd = 'UPGRADE' and code is not null;
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_org on push_item (counted_org, id desc) where cmd = 'UPGRADE';
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_model on push_item (counted_model, id desc) where cmd = 'UPGRADE';
-- Terminals that have not been heard of since they restarted.
-- squawk-ignore require-concurrent-index-creation
create index push_item_restarting on push_item (last_report_at)
  where cmd = 'UPGRADE' and ended_at is null and step = 'REBOOTING';
