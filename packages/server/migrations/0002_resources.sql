-- Areas, time zones, vendors, categories, models, terminals; their rows as the lists show them.

create table timezone_area (
  id uuid primary key default uuid7(),
  name text not null,
  code text not null,
  type text not null,
  parent_id uuid references timezone_area (id),
  iso2 text,
  phone_code text,
  currency text,
  sort integer not null default 0,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index timezone_area_code_unique on timezone_area (lower(code)) where deleted_at is null;
create index timezone_area_parent on timezone_area (parent_id);

create table timezone (
  id uuid primary key default uuid7(),
  area_id uuid not null references timezone_area (id),
  name text not null,
  zone_id text not null,
  sort integer not null default 0,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index timezone_zone_id_unique on timezone (area_id, zone_id) where deleted_at is null;

-- No organisation exists yet, so there is nothing to scan.
alter table organization
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint organization_area foreign key (area_id) references timezone_area (id),
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint organization_timezone foreign key (timezone_id) references timezone (id);

create table vendor (
  id uuid primary key default uuid7(),
  name text not null,
  code text not null,
  country text,
  website text,
  contact text not null default '',
  email text,
  phone text,
  address text,
  sn_rule text,
  support_url text,
  warranty_months integer,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vendor_code_unique on vendor (lower(code)) where deleted_at is null;
create unique index vendor_name_unique on vendor (lower(name)) where deleted_at is null;

create table category (
  id uuid primary key default uuid7(),
  parent_id uuid references category (id),
  name text not null,
  code text not null,
  os_kind text not null,
  offline_alarm_minutes integer,
  sort integer not null default 0,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index category_code_unique on category (lower(code)) where deleted_at is null;
create index category_parent on category (parent_id);

create table model (
  id uuid primary key default uuid7(),
  vendor_id uuid not null references vendor (id),
  category_id uuid not null references category (id),
  name text not null,
  code text not null,
  os_type text not null,
  screen text,
  cpu_abi text,
  ram_mb integer,
  storage_mb integer,
  battery_mah integer,
  sn_rule text,
  heartbeat_seconds integer,
  end_of_support date,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index model_code_unique on model (lower(code)) where deleted_at is null;
create unique index model_name_unique on model (vendor_id, lower(name)) where deleted_at is null;
create index model_category on model (category_id);

create table device (
  id uuid primary key default uuid7(),
  sn text collate "C" not null,
  model_id uuid not null references model (id),
  vendor_id uuid not null references vendor (id),
  org_id uuid not null references organization (id),
  name text,
  tid text,
  mid text,
  imei text,
  batch_no text,
  remark text,
  lifecycle text not null default 'STOCK',
  firmware text,
  agent_version text,
  activated_at timestamptz,
  -- The terminal's own secret, sealed; null until it has registered.
  sealed_secret bytea,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
-- A serial number stays taken while the terminal lies in the recycle bin: it may come back.
create unique index device_sn_unique on device (sn);
create unique index device_tid_unique on device (tid) where deleted_at is null;
create index device_org_sn on device (org_id, sn) where deleted_at is null;
create index device_model on device (model_id, sn) where deleted_at is null;
create index device_recycled on device (deleted_at) where deleted_at is not null;

-- Terminals per organisation, model and life cycle, kept by the writes themselves,
-- so that no page view counts the estate.
create table device_tally (
  org_id uuid not null,
  model_id uuid not null,
  lifecycle text not null,
  count bigint not null,
  primary key (org_id, model_id, lifecycle)
);

create function device_tally_add() returns trigger language plpgsql as $$
begin
  insert into device_tally (org_id, model_id, lifecycle, count)
    select added.org_id, added.model_id, added.lifecycle, count(*) from added
      where added.deleted_at is null group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, model_id, lifecycle) do update set count = device_tally.count + excluded.count;
  return null;
end $$;
create function device_tally_remove() returns trigger language plpgsql as $$
begin
  update device_tally set count = device_tally.count - gone.count
    from (select removed.org_id, removed.model_id, removed.lifecycle, count(*) as count from removed
      where removed.deleted_at is null group by 1, 2, 3) gone
    where (device_tally.org_id, device_tally.model_id, device_tally.lifecycle)
      = (gone.org_id, gone.model_id, gone.lifecycle);
  return null;
end $$;
create function device_tally_change() returns trigger language plpgsql as $$
begin
  insert into device_tally (org_id, model_id, lifecycle, count)
    select org_id, model_id, lifecycle, sum(delta) from (
      select added.org_id, added.model_id, added.lifecycle, 1 as delta from added where added.deleted_at is null
      union all
      select removed.org_id, removed.model_id, removed.lifecycle, -1 from removed where removed.deleted_at is null
    ) change group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (org_id, model_id, lifecycle) do update set count = device_tally.count + excluded.count;
  return null;
end $$;
create trigger device_tally_insert after insert on device
  referencing new table as added for each statement execute function device_tally_add();
create trigger device_tally_delete after delete on device
  referencing old table as removed for each statement execute function device_tally_remove();
create trigger device_tally_update after update on device
  referencing old table as removed new table as added for each statement execute function device_tally_change();

create view timezone_area_row as
  select a.*, parent.name as parent_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (select count(*)::integer from timezone t where t.area_id = a.id and t.deleted_at is null) as timezone_count
  from timezone_area a
    left join timezone_area parent on parent.id = a.parent_id
    left join app_user editor on editor.id = coalesce(a.updated_by, a.created_by)
    left join app_user remover on remover.id = a.deleted_by;

create view timezone_row as
  select t.*, area.name as area_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from timezone t
    join timezone_area area on area.id = t.area_id
    left join app_user editor on editor.id = coalesce(t.updated_by, t.created_by)
    left join app_user remover on remover.id = t.deleted_by;

create view organization_row as
  select o.*, parent.name as parent_name, area.name as area_name, zone.name as timezone_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, nlevel(o.path) as level,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally where tally.org_id = o.id) as own_devices,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally
      join organization below on below.id = tally.org_id where below.path <@ o.path) as subtree_devices,
    (select count(*)::integer from organization child
      where child.parent_id = o.id and child.deleted_at is null) as child_count
  from organization o
    left join organization parent on parent.id = o.parent_id
    left join timezone_area area on area.id = o.area_id
    left join timezone zone on zone.id = o.timezone_id
    left join app_user editor on editor.id = coalesce(o.updated_by, o.created_by)
    left join app_user remover on remover.id = o.deleted_by;

create view vendor_row as
  select v.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (select count(*)::integer from model m where m.vendor_id = v.id and m.deleted_at is null) as model_count,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally
      join model m on m.id = tally.model_id where m.vendor_id = v.id) as device_count
  from vendor v left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

create view category_row as
  select c.*, parent.name as parent_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (case when c.parent_id is null then 1 when parent.parent_id is null then 2 else 3 end) as level,
    (select count(*)::integer from model m where m.category_id = c.id and m.deleted_at is null) as model_count,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally
      join model m on m.id = tally.model_id where m.category_id = c.id) as device_count
  from category c
    left join category parent on parent.id = c.parent_id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

create view model_row as
  select m.*, vendor.name as vendor_name, category.name as category_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally where tally.model_id = m.id) as device_count
  from model m
    join vendor on vendor.id = m.vendor_id
    join category on category.id = m.category_id
    left join app_user editor on editor.id = coalesce(m.updated_by, m.created_by)
    left join app_user remover on remover.id = m.deleted_by;
