-- Terminals that wait for what is said, and those that a rule holds back, set by set: without the others, which
-- run with it.
-- squawk-ignore require-concurrent-index-creation
create index param_desired_waiting on param_desired (set_id, state) where until is null and state in ('PENDING', 'HELD');
