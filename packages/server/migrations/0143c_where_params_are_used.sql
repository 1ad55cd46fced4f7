-- Which values name a variable, and which are of a parameter: asked where a variable or a parameter is shown.
-- squawk-ignore require-concurrent-index-creation
create index param_value_keys on param_value using gin (keys) where to_rev is null and keys <> '{}';
-- squawk-ignore require-concurrent-index-creation
create index param_value_of_pid on param_value (pid, owner_id) where to_rev is null;
