-- What changes about values is noted, and followed by a worker.

-- Whose terminals are looked at again: everything below an organisation, at a station, in a group, a
-- terminal, or (SET_TEMPLATE) whoever has a set of a revision of a template.
create table param_change (
  id bigint generated always as identity primary key,
  level text not null check (level in ('ORG', 'STATION', 'GROUP', 'DEVICE', 'SET_TEMPLATE')),
  target_id uuid not null
);
-- Terminals of which something has changed that decides over values. Appended to, and never waited for.
create table param_due (
  id bigint generated always as identity primary key,
  device_id uuid not null,
  -- Whether what is found is brought at once; else with what changes next.
  is_now boolean not null default true
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Who says something about a terminal's applications; the nearest has the least place. Nobody does whose
-- the terminal is not, or is not any more.
create function param_layers(devices uuid[])
returns table (device_id uuid, app_id uuid, assignment_id uuid, template_rev_id uuid, level text, place bigint)
language sql stable rows 2000 as $$
  with here as (
    select device.id, device.org_id, device.station_id from device
    where device.id = any(devices) and device.deleted_at is null),
  over as (
    select place.org_id, above.id, nlevel(above.path) as depth
    from (select distinct here.org_id from here) place
      join organization own on own.id = place.org_id
      join organization above on above.path @> own.path),
  said as (
    select here.id as of_device, a.*, 0 as rank, 0 as nearness
      from here join param_assignment a on a.target_id = here.id and a.level = 'DEVICE'
        join over on over.org_id = here.org_id and over.id = a.org_id
    union all
    select here.id, a.*, 1, over.depth
      from here join device_group_member member on member.device_id = here.id
        join param_assignment a on a.target_id = member.group_id and a.level = 'GROUP'
        join over on over.org_id = here.org_id and over.id = a.org_id
    union all
    select here.id, a.*, 2, 0
      from here join param_assignment a on a.target_id = here.station_id and a.level = 'STATION'
        join over on over.org_id = here.org_id and over.id = a.org_id
    union all
    select here.id, a.*, 3, over.depth
      from here join over on over.org_id = here.org_id
        join param_assignment a on a.target_id = over.id and a.level = 'ORG')
  select said.of_device, said.app_id, said.id, said.active_template_rev_id, said.level,
    row_number() over (partition by said.of_device, said.app_id
      order by said.rank, case when said.rank = 1 then -said.priority else 0 end, -said.nearness, said.id desc)
  from said
  where said.revision is not null and said.status = 1 and said.deleted_at is null
$$;

-- Terminals that move or change what variables tell are looked at again, where anything is assigned at all.
create function note_param_due() returns trigger language plpgsql as $$
begin
  insert into param_due (device_id) select new.id where exists (select from param_assignment where revision is not null);
  return null;
end $$;
create trigger device_param_due after update of org_id, station_id, model_id, tid, mid, sn, deleted_at on device
  for each row when ((old.org_id, old.station_id, old.model_id, old.tid, old.mid, old.sn, old.deleted_at)
    is distinct from (new.org_id, new.station_id, new.model_id, new.tid, new.mid, new.sn, new.deleted_at))
  execute function note_param_due();
create function note_params_due() returns trigger language plpgsql as $$
begin
  insert into param_due (device_id) select added.id from added
    where exists (select from param_assignment where revision is not null);
  return null;
end $$;
create trigger device_params_due after insert on device
  referencing new table as added for each statement execute function note_params_due();
create function note_members_due() returns trigger language plpgsql as $$
begin
  insert into param_due (device_id) select distinct touched.device_id from touched
    where touched.group_id in (select group_id from param_assignment where group_id is not null and revision is not null);
  return null;
end $$;
create trigger device_group_member_due_added after insert on device_group_member
  referencing new table as touched for each statement execute function note_members_due();
create trigger device_group_member_due_removed after delete on device_group_member
  referencing old table as touched for each statement execute function note_members_due();
-- An organisation that moves takes its terminals along.
create function note_tree_due() returns trigger language plpgsql as $$
begin
  insert into param_change (level, target_id) select 'ORG', moved.id from moved join was on was.id = moved.id
    where moved.path <> was.path and exists (select from param_assignment where revision is not null);
  return null;
end $$;
create trigger organization_param_due after update on organization
  referencing old table as was new table as moved for each statement execute function note_tree_due();

-- Defaults of the dictionary are values like others.
create function note_dictionary() returns trigger language plpgsql as $$
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
  insert into param_change (level, target_id)
    select distinct 'SET_TEMPLATE', field.template_rev_id from param_template_pid field
      join param_set on param_set.template_rev_id = field.template_rev_id where field.pid = new.pid;
  return null;
end $$;
create trigger param_dict_valued after insert on param_dict
  for each row when (num_nonnulls(new.default_value, new.sealed) = 1) execute function note_dictionary();
create trigger param_dict_revalued after update on param_dict
  for each row when ((old.default_value, old.sealed, old.status, old.deleted_at)
    is distinct from (new.default_value, new.sealed, new.status, new.deleted_at)) execute function note_dictionary();

-- A revision of a template has its parameters, and defaults of its own.
create function note_template() returns trigger language plpgsql as $$
declare
  began bigint;
begin
  insert into param_template_pid (template_rev_id, pid, is_secret)
    select new.id, field ->> 'pid', coalesce((field ->> 'secret')::boolean, false)
    from jsonb_array_elements(new.content -> 'fields') as field;
  if exists (select from jsonb_array_elements(new.content -> 'fields') as field where field ->> 'defaultValue' is not null) then
    began := next_param_rev('TEMPLATE', new.id, new.published_by, new.note);
    insert into param_value (owner_id, pid, value, keys, from_rev)
      select new.id, field ->> 'pid', field ->> 'defaultValue',
        array(select distinct (regexp_matches(field ->> 'defaultValue', '(?<!\$)\$\{([A-Za-z0-9._-]{1,64})\}', 'g'))[1]), began
      from jsonb_array_elements(new.content -> 'fields') as field where field ->> 'defaultValue' is not null;
  end if;
  return null;
end $$;
create trigger param_template_rev_valued after insert on param_template_rev
  for each row execute function note_template();
