-- A default that changes waits for whoever is just writing sets with the old one, and whoever finds what terminals
-- get after it waits for the change: a set that is not committed yet would not be met, and keep the old default.
create or replace function note_dictionary() returns trigger language plpgsql as $$
declare
  began bigint := next_param_rev('DICTIONARY', new.id, coalesce(new.updated_by, new.created_by), null);
  is_said boolean := new.deleted_at is null and new.status = 1 and num_nonnulls(new.default_value, new.sealed) = 1;
begin
  update param_value set to_rev = began
    where owner_id = '00000000-0000-0000-0000-000000000000' and pid = new.pid and to_rev is null;
  if is_said then
    insert into param_value (owner_id, pid, value, sealed, sealed_for, keys, from_rev)
      values ('00000000-0000-0000-0000-000000000000', new.pid, new.default_value, new.sealed,
        case when new.sealed is not null then 'param.dict:' || new.pid end, new.names, began);
  end if;
  -- After the lock of the numbers, as whoever tries values out takes both.
  perform pg_advisory_xact_lock(hashtextextended('param_set', 0));
  insert into param_change (level, target_id)
    select distinct 'SET_TEMPLATE', field.template_rev_id from param_template_pid field
      join param_set on param_set.template_rev_id = field.template_rev_id where field.pid = new.pid;
  return null;
end $$;
