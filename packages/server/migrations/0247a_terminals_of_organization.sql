-- Terminals of an organisation, those in the recycle bin among them: what was done with them, as commands, upgrades
-- and logs, is found from them where somebody sees few. The index of a list's order has living ones only, so that
-- all terminals were read instead, or all commands one after the other. Of alarms the same.
-- squawk-ignore require-concurrent-index-creation
create index device_of_organization on device (org_id);
-- squawk-ignore require-concurrent-index-creation
create index alarm_of_organization on alarm (org_id);
