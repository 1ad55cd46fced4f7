-- Terminals that wait are found by the index that finds all of a set: each change of who is how far writes into that
-- one anyway, and a change at the root into one index less of each terminal.
-- squawk-ignore require-concurrent-index-deletion
drop index param_desired_waiting, param_desired_set;
-- squawk-ignore require-concurrent-index-creation
create index param_desired_set on param_desired (set_id, state) where until is null;
