-- Groups that a plan names: those of its terminals, and those of its rings.
create function plan_groups(targets jsonb, waves jsonb) returns uuid[] language sql immutable as $$
  select array(select distinct (named.id #>> '{}')::uuid from (
    select targets -> 'groupId' as id union all select wave -> 'groupId' from jsonb_array_elements(waves) as wave) as named
    where jsonb_typeof(named.id) = 'string')
$$;
alter table plan add column group_ids uuid[] not null default '{}';
update plan set group_ids = plan_groups(targets, waves) where plan_groups(targets, waves) <> '{}';
-- No generated column: a backup restores what these are made by after them.
create function keep_plan_groups() returns trigger language plpgsql as $$
begin
  new.group_ids := plan_groups(new.targets, new.waves);
  return new;
end $$;
create trigger plan_groups before insert or update of targets, waves on plan
  for each row execute function keep_plan_groups();
-- squawk-ignore require-concurrent-index-creation
create index plan_of_group on plan using gin (group_ids) where ended_at is null and deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index push_of_group on push (group_id) where ended_at is null;

-- How much in force is for a group: a push still asks who its members are while they are not written down, while it
-- grows, and before each of its runs.
create function group_uses(named uuid) returns integer language sql stable as $$
  select ((select count(*) from functional used where used.group_id = named and used.deleted_at is null)
    + (select count(*) from alarm_rule used where used.group_id = named and used.deleted_at is null)
    + (select count(*) from org_apk used where used.group_id = named and used.deleted_at is null)
    + (select count(*) from param_assignment used where used.group_id = named and used.deleted_at is null)
    + (select count(*) from json_document used where used.group_id = named and used.deleted_at is null)
    + (select count(*) from log_rule used where used.group_id = named and used.deleted_at is null)
    + (select count(*) from push used where used.group_id = named and used.ended_at is null
        and (used.expanded_at is null or used.is_growing or used.cron is not null))
    + (select count(*) from plan used where used.group_ids @> array[named] and used.ended_at is null
        and used.deleted_at is null))::integer
$$;

-- What is for a group would go with it. A group with something in force for it was not to be removed, but some were,
-- before all of that counted: they stay in the recycle bin until it is taken back, whoever clears it.
create function keep_used_group() returns trigger language plpgsql as $$
begin
  if group_uses(old.id) > 0
  then raise exception 'something in force is for the group' using errcode = 'foreign_key_violation';
  end if;
  return old;
end $$;
create trigger device_group_used before delete on device_group
  for each row execute function keep_used_group();
