-- Groups of terminals and labels on terminals: named one by one, or found by a filter. Who belongs where
-- is kept, and changed by what changed (`device_changed`); nobody asks the estate again and again.

create table device_group (
  id uuid primary key default uuid7(),
  name text not null,
  org_id uuid not null references organization (id),
  -- STATIC or DYNAMIC
  type text not null,
  filter jsonb,
  max_members integer not null,
  description text,
  -- PENDING: its members are to be found anew, as a whole. ACTIVE, SUSPENDED.
  state text not null default 'ACTIVE',
  rebuilt_at timestamptz,
  -- Rises with everything that asks for a rebuild: one that began before it does not count.
  filter_rev integer not null default 1,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index device_group_name_unique on device_group (org_id, lower(name)) where deleted_at is null;
create index device_group_pending on device_group (updated_at) where state = 'PENDING' and deleted_at is null;

-- Terminals with their groups; no foreign keys, which would be checked row by row: triggers follow what
-- goes away, and whoever writes for a group holds its row against removal.
create table device_group_member (
  group_id uuid not null,
  device_id uuid not null,
  since timestamptz not null default now(),
  primary key (group_id, device_id)
);
create index device_group_member_device on device_group_member (device_id);

-- Apart from the groups, so that who edits one does not wait for who counts.
create table device_group_size (
  group_id uuid primary key,
  members bigint not null
) with (fillfactor = 80);

create table classification (
  id uuid primary key default uuid7(),
  name text not null,
  code text not null,
  dimension text not null,
  colour text not null,
  exclusive boolean not null default false,
  rule jsonb,
  priority integer not null default 0,
  remark text,
  -- The rule has changed, or shall be asked of everybody again.
  is_pending boolean not null default false,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index classification_code_unique on classification (lower(code)) where deleted_at is null;

create table device_classification (
  classification_id uuid not null,
  device_id uuid not null,
  -- Given by the label's rule; else by hand.
  by_rule boolean not null,
  -- The dimension of an exclusive label: a terminal has one of each.
  exclusive_in text,
  since timestamptz not null default now(),
  primary key (classification_id, device_id)
);
create index device_classification_device on device_classification (device_id);
create unique index device_classification_exclusive on device_classification (device_id, exclusive_in)
  where exclusive_in is not null;

create table classification_size (
  classification_id uuid primary key,
  devices bigint not null
) with (fillfactor = 80);

create view device_group_row as
  select g.*, own.name as org_name, coalesce(size.members, 0)::integer as members,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from device_group g
    join organization own on own.id = g.org_id
    left join device_group_size size on size.group_id = g.id
    left join app_user editor on editor.id = coalesce(g.updated_by, g.created_by)
    left join app_user remover on remover.id = g.deleted_by;

create view classification_row as
  select c.*, coalesce(size.devices, 0)::integer as devices,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from classification c
    left join classification_size size on size.classification_id = c.id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

-- Which facts the filters of groups and rules of labels ask for: only their changes are noted. `bound` is
-- a limit that a number crosses (from so many on), or the hours of an age.
create table filter_use (
  owner_id uuid not null,
  field text not null,
  bound integer
);
create index filter_use_field on filter_use (field, bound);
create index filter_use_owner on filter_use (owner_id);

-- Up to which moment the terminals were found whose age has passed so many hours.
create table filter_age (
  hours integer primary key,
  found_until timestamptz not null
);

-- Terminals something about which has changed. Appended to, and never waited for: a worker takes them
-- in batches, each terminal once.
create table device_changed (
  id bigint generated always as identity primary key,
  device_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0.05);

-- What a terminal says of itself with every beat, as it was when the sweep last looked at it.
alter table device_order add column signal smallint, add column free_mb integer, add column network_type text;
update device_order place set signal = state.signal, free_mb = state.free_mb, network_type = state.network_type
  from device_state state where state.device_id = place.id;
-- Those that people look for; the others change no index when they are looked at.
-- squawk-ignore require-concurrent-index-creation
create index device_order_weak on device_order (signal) where signal < 30 and deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_order_full on device_order (free_mb) where free_mb < 1024 and deleted_at is null;

-- Texts that few terminals have, anywhere in them.
-- squawk-ignore require-concurrent-index-creation
create index device_marks on device using gin (mid gin_trgm_ops, imei gin_trgm_ops, batch_no gin_trgm_ops)
  where deleted_at is null and (mid is not null or imei is not null or batch_no is not null);
-- squawk-ignore require-concurrent-index-creation
create index device_activated on device (activated_at) where deleted_at is null and activated_at is not null;

-- Kept counts.

create function count_members_added() returns trigger language plpgsql as $$
begin
  insert into device_group_size as known (group_id, members)
    select group_id, count(*) from added group by 1 order by 1
    on conflict (group_id) do update set members = known.members + excluded.members;
  -- Who was named by hand may have moved away at the same moment, and may be what a filter asks for.
  insert into device_changed (device_id)
    select added.device_id from added where added.group_id = any(array(
      select static.id from device_group static where static.type = 'STATIC'
        and static.id in (select distinct group_id from added)));
  return null;
end $$;
create function count_members_removed() returns trigger language plpgsql as $$
begin
  with gone as (select group_id, count(*) as count from removed group by 1),
    held as (select size.group_id, gone.count from gone join device_group_size size using (group_id)
      order by 1 for update of size)
  update device_group_size size set members = size.members - held.count
    from held where size.group_id = held.group_id;
  if exists (select from filter_use where field = 'groupId') then
    insert into device_changed (device_id)
      select removed.device_id from removed where removed.group_id = any(array(
        select static.id from device_group static where static.type = 'STATIC'
          and static.id in (select distinct group_id from removed)));
  end if;
  return null;
end $$;
create trigger device_group_member_added after insert on device_group_member
  referencing new table as added for each statement execute function count_members_added();
create trigger device_group_member_removed after delete on device_group_member
  referencing old table as removed for each statement execute function count_members_removed();

create function count_labels_added() returns trigger language plpgsql as $$
begin
  insert into classification_size as known (classification_id, devices)
    select classification_id, count(*) from added group by 1 order by 1
    on conflict (classification_id) do update set devices = known.devices + excluded.devices;
  -- A label given by hand goes before those by rule; a filter may ask for any.
  insert into device_changed (device_id) select distinct device_id from added
    where not by_rule or exists (select from filter_use where field = 'classificationId');
  return null;
end $$;
create function count_labels_removed() returns trigger language plpgsql as $$
begin
  with gone as (select classification_id, count(*) as count from removed group by 1),
    held as (select size.classification_id, gone.count
      from gone join classification_size size using (classification_id) order by 1 for update of size)
  update classification_size size set devices = size.devices - held.count
    from held where size.classification_id = held.classification_id;
  insert into device_changed (device_id) select distinct device_id from removed
    where not by_rule or exists (select from filter_use where field = 'classificationId');
  return null;
end $$;
create trigger device_classification_added after insert on device_classification
  referencing new table as added for each statement execute function count_labels_added();
create trigger device_classification_removed after delete on device_classification
  referencing old table as removed for each statement execute function count_labels_removed();

-- What hangs on a group, a label or a terminal goes with it.

create function forget_group() returns trigger language plpgsql as $$
begin
  delete from device_group_member member using removed where member.group_id = removed.id;
  delete from device_group_size size using removed where size.group_id = removed.id;
  delete from filter_use used using removed where used.owner_id = removed.id;
  return null;
end $$;
create trigger device_group_forget after delete on device_group
  referencing old table as removed for each statement execute function forget_group();

create function forget_classification() returns trigger language plpgsql as $$
begin
  delete from device_classification bound using removed where bound.classification_id = removed.id;
  delete from classification_size size using removed where size.classification_id = removed.id;
  delete from filter_use used using removed where used.owner_id = removed.id;
  return null;
end $$;
create trigger classification_forget after delete on classification
  referencing old table as removed for each statement execute function forget_classification();

create function forget_memberships() returns trigger language plpgsql as $$
begin
  delete from device_group_member member using removed where member.device_id = removed.id;
  delete from device_classification bound using removed where bound.device_id = removed.id;
  return null;
end $$;
create trigger device_memberships_forget after delete on device
  referencing old table as removed for each statement execute function forget_memberships();

-- What is noted as changed.

create function note_device_added() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use) then
    insert into device_changed (device_id) select id from added;
  end if;
  return null;
end $$;
create trigger device_noted_added after insert on device
  referencing new table as added for each statement execute function note_device_added();

create function note_device_changed() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use) then
    insert into device_changed (device_id) select id
      from (select id, sn, name, tid, mid, imei, batch_no, org_id, vendor_id, model_id, station_id, tags, lifecycle,
        status, firmware, agent_version, activated_at, created_at, deleted_at is null from added
        except select id, sn, name, tid, mid, imei, batch_no, org_id, vendor_id, model_id, station_id, tags, lifecycle,
        status, firmware, agent_version, activated_at, created_at, deleted_at is null from removed) as moved;
  elsif exists (select from device_group_size) then
    insert into device_changed (device_id) select id
      from (select id, org_id from added except select id, org_id from removed) as moved;
  end if;
  return null;
end $$;
create trigger device_noted_changed after update on device
  referencing old table as removed new table as added for each statement execute function note_device_changed();

create function note_presence() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field in ('presence', 'lastSeenAt')) then
    insert into device_changed (device_id) select device_id from changed;
  end if;
  return null;
end $$;
create trigger device_online_noted_added after insert on device_online
  referencing new table as changed for each statement execute function note_presence();
create trigger device_online_noted_removed after delete on device_online
  referencing old table as changed for each statement execute function note_presence();
create trigger device_state_noted after insert on device_state
  referencing new table as changed for each statement execute function note_presence();

-- Only who crosses a limit that some filter names.
create function note_looked_at() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use
      where field in ('battery', 'signal', 'freeMb', 'networkType', 'lastSeenAt')) then
    insert into device_changed (device_id) select distinct id
      from (select added.id, used.field, used.bound, case used.field
            when 'battery' then (added.battery >= used.bound)::text
            when 'signal' then (added.signal >= used.bound)::text
            when 'freeMb' then (added.free_mb >= used.bound)::text
            when 'networkType' then added.network_type
            when 'lastSeenAt' then case when added.seen_at is null then 'never'
              else (added.seen_at > now() - make_interval(hours => used.bound))::text end end as answer
          from added cross join filter_use used
          where used.field in ('battery', 'signal', 'freeMb', 'networkType', 'lastSeenAt')
        except select removed.id, used.field, used.bound, case used.field
            when 'battery' then (removed.battery >= used.bound)::text
            when 'signal' then (removed.signal >= used.bound)::text
            when 'freeMb' then (removed.free_mb >= used.bound)::text
            when 'networkType' then removed.network_type
            when 'lastSeenAt' then case when removed.seen_at is null then 'never'
              else (removed.seen_at > now() - make_interval(hours => used.bound))::text end end as answer
          from removed cross join filter_use used
          where used.field in ('battery', 'signal', 'freeMb', 'networkType', 'lastSeenAt')) as moved;
  end if;
  return null;
end $$;
create trigger device_order_noted after update on device_order
  referencing old table as removed new table as added for each statement execute function note_looked_at();

-- A subtree that moves, a model of another category, a vendor with another warranty.
create function note_organization_moved() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use) or exists (select from device_group_size) then
    insert into device_changed (device_id) select device.id from device
      join organization below on below.id = device.org_id where below.path <@ new.path;
  end if;
  return null;
end $$;
-- By its name after the trigger that moves what is below.
create trigger organization_terminals_noted after update of parent_id on organization
  for each row when (old.path::text is distinct from new.path::text) execute function note_organization_moved();

create function note_model_changed() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field = 'categoryId') then
    insert into device_changed (device_id) select id from device where model_id = new.id;
  end if;
  return null;
end $$;
create trigger model_noted after update on model
  for each row when (old.category_id <> new.category_id) execute function note_model_changed();

create function note_category_moved() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field = 'categoryId') then
    insert into device_changed (device_id) select device.id from device where model_id in (
      with recursive below as (select new.id union select category.id from category join below on category.parent_id = below.id)
      select model.id from model join below on model.category_id = below.id);
  end if;
  return null;
end $$;
create trigger category_noted after update on category
  for each row when (old.parent_id is distinct from new.parent_id) execute function note_category_moved();

create function note_vendor_changed() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field = 'warrantyEnd') then
    insert into device_changed (device_id) select id from device where vendor_id = new.id;
  end if;
  return null;
end $$;
create trigger vendor_noted after update on vendor
  for each row when (old.warranty_months is distinct from new.warranty_months) execute function note_vendor_changed();
