-- A whole number that the screen System parameters steers; `otherwise` where nobody has set it.
create function steered(parameter_key text, otherwise integer) returns integer
language sql stable as $$
  select coalesce((select (value #>> '{}')::integer from parameter where key = parameter_key), otherwise)
$$;

-- Terminals are told a new interval as they are told any other setting: under a higher revision.
alter table parameter add column settings_rev integer not null default 0;
create trigger parameter_settings_rev before update of value on parameter
  for each row when (old.key = 'device.heartbeat.seconds' and old.value is distinct from new.value)
  execute function take_settings_rev();
