-- Who has a value that names a variable is found by what the variable is for him.
-- squawk-ignore require-concurrent-index-creation
create index param_desired_variables on param_desired using gin (variables jsonb_path_ops)
  where until is null and variables is not null;
-- Those of whom a variable names another one, which may be any.
-- squawk-ignore require-concurrent-index-creation
create index param_desired_nested on param_desired (device_id)
  where until is null and strpos(variables::text, '${') > 0;

-- What a variable has to be for a value that names it once, and nothing beside, to come to a text; null: it cannot be told.
create function param_part(said text, name text, wanted text) returns text language sql immutable as $part$
  select substr(wanted, length(around[1]) + 1, greatest(0, length(wanted) - length(around[1]) - length(around[2])))
  from (select string_to_array(said, '${' || name || '}') as around) own
  where cardinality(around) = 2 and strpos(said, '$${') = 0 and strpos(around[1] || around[2], '${') = 0
    and length(wanted) >= length(around[1]) + length(around[2])
    and starts_with(wanted, around[1]) and right(wanted, length(around[2])) = around[2]
$part$;
