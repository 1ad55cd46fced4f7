-- The most restless of each day first, the latest day before the others: as its list shows them.
-- squawk-ignore require-concurrent-index-creation
create index login_day_restless on login_day (day desc, connects desc, device_id, org_id) where connects > 20;
-- squawk-ignore require-concurrent-index-deletion
drop index login_day_flapping;

-- What rules found, the latest first.
-- squawk-ignore require-concurrent-index-creation
create index param_finding_opened on param_finding (opened_at desc, id);

-- Whoever destroys a terminal takes along what was ever found of it.
-- squawk-ignore require-concurrent-index-creation
create index param_finding_of on param_finding (device_id);
