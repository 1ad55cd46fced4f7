-- Alarms that their rule has closed come back with it.
-- squawk-ignore require-concurrent-index-creation
create index alarm_closed_by_rule on alarm (kind, org_id) where close_cause = 'RULE';
