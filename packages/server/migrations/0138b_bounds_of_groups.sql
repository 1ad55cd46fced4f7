-- Groups of some models only, or without the organisations below theirs, and terminals that a filter finds and that
-- are kept out all the same.
alter table device_group
  add column include_sub_orgs boolean not null default true,
  add column model_ids uuid[] not null default '{}';

-- No foreign keys, as with members: triggers follow what goes away.
create table device_group_exclusion (
  group_id uuid not null,
  device_id uuid not null,
  since timestamptz not null default now(),
  by_user uuid,
  primary key (group_id, device_id)
);
create index device_group_exclusion_device on device_group_exclusion (device_id);

create or replace function forget_group() returns trigger language plpgsql as $$
begin
  delete from device_group_member member using removed where member.group_id = removed.id;
  delete from device_group_exclusion kept using removed where kept.group_id = removed.id;
  delete from device_group_size size using removed where size.group_id = removed.id;
  delete from filter_use used using removed where used.owner_id = removed.id;
  return null;
end $$;
create or replace function forget_memberships() returns trigger language plpgsql as $$
begin
  delete from device_group_member member using removed where member.device_id = removed.id;
  delete from device_group_exclusion kept using removed where kept.device_id = removed.id;
  delete from device_classification bound using removed where bound.device_id = removed.id;
  return null;
end $$;

-- A static group lets go of who is of another model now, too.
create or replace function note_device_changed() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use) then
    insert into device_changed (device_id) select id
      from (select id, sn, name, tid, mid, imei, batch_no, org_id, vendor_id, model_id, station_id, tags, lifecycle,
        status, firmware, agent_version, activated_at, created_at, deleted_at is null from added
        except select id, sn, name, tid, mid, imei, batch_no, org_id, vendor_id, model_id, station_id, tags, lifecycle,
        status, firmware, agent_version, activated_at, created_at, deleted_at is null from removed) as moved;
  elsif exists (select from device_group_size) then
    insert into device_changed (device_id) select id
      from (select id, org_id, model_id from added except select id, org_id, model_id from removed) as moved;
  end if;
  return null;
end $$;

drop view device_group_row;
create view device_group_row as
  select g.*, own.name as org_name, coalesce(size.members, 0)::integer as members,
    array(select model.name from model where model.id = any(g.model_ids) order by model.name) as model_names,
    ((select count(*) from functional used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from org_apk used where used.group_id = g.id and used.deleted_at is null)
      + (select count(*) from param_assignment used where used.group_id = g.id and used.deleted_at is null))::integer as uses,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from device_group g
    join organization own on own.id = g.org_id
    left join device_group_size size on size.group_id = g.id
    left join app_user editor on editor.id = coalesce(g.updated_by, g.created_by)
    left join app_user remover on remover.id = g.deleted_by;
