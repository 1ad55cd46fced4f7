-- Variables: what stands for `${key}` in values of parameters, by level; the nearest one wins.
create table global_param (
  id uuid primary key default uuid7(),
  key text not null,
  type text not null check (type in ('TEXT', 'SECRET', 'FILE')),
  level text not null check (level in ('PLATFORM', 'ORG', 'STATION', 'DEVICE')),
  -- Whose it is; of a station or a terminal the organisation in which it was said, below which alone it holds.
  org_id uuid references organization (id) on delete cascade,
  station_id uuid references station (id) on delete cascade,
  device_id uuid references device (id) on delete cascade,
  -- Null: for all applications.
  app_id uuid references app (id) on delete cascade,
  value text,
  sealed bytea,
  -- The upload of a FILE; what is stored for it stays as long as this names it.
  file_id uuid,
  -- Variables that the value names.
  names text[] not null default '{}',
  -- Of the platform: what the values of all levels must match (RE2).
  pattern text,
  -- Whether the terminals that it concerns are told at once, or with their next change.
  deliver text not null default 'NEXT' check (deliver in ('NOW', 'NEXT')),
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (case level
    when 'PLATFORM' then num_nonnulls(org_id, station_id, device_id) = 0
    when 'ORG' then org_id is not null and num_nonnulls(station_id, device_id) = 0
    when 'STATION' then num_nonnulls(org_id, station_id) = 2 and device_id is null
    else num_nonnulls(org_id, device_id) = 2 and station_id is null end),
  check (case type
    when 'TEXT' then value is not null and num_nonnulls(sealed, file_id) = 0
    when 'SECRET' then num_nonnulls(value, file_id) = 0
    else file_id is not null and num_nonnulls(value, sealed) = 0 end)
);
create unique index global_param_key_unique on global_param
  (level, org_id, station_id, device_id, app_id, key) nulls not distinct where deleted_at is null;
create index global_param_org on global_param (org_id, key);
create index global_param_station on global_param (station_id) where station_id is not null;
create index global_param_device on global_param (device_id) where device_id is not null;
create index global_param_app on global_param (app_id) where app_id is not null;
create index global_param_platform on global_param (key) where level = 'PLATFORM';
create index global_param_of_key on global_param (key, id) where deleted_at is null;
create index global_param_names on global_param using gin (names) where deleted_at is null;

create view global_param_row as
  select v.*, v.sealed is not null as has_secret, organization.name as org_name, station.name as station_name,
    device.sn as device_sn, app.name as app_name,
    case when v.file_id is not null then encode(upload.sha256, 'hex') || '/' || upload.name end as file,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from global_param v
    left join organization on organization.id = v.org_id
    left join station on station.id = v.station_id
    left join device on device.id = v.device_id
    left join app on app.id = v.app_id
    left join upload on upload.id = v.file_id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

-- Variables that changed: whoever keeps what terminals should hold takes the rows and looks at whom they concern.
create table param_touched (
  id bigint generated always as identity primary key,
  -- All null: everybody.
  org_id uuid,
  station_id uuid,
  device_id uuid,
  app_id uuid,
  key text not null,
  deliver_now boolean not null,
  at timestamptz not null default now()
);

create function note_touched() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.status = 1 then
    insert into param_touched (org_id, station_id, device_id, app_id, key, deliver_now)
      values (old.org_id, old.station_id, old.device_id, old.app_id, old.key, coalesce(new.deliver, old.deliver) = 'NOW');
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.status = 1 and (tg_op = 'INSERT' or
      old.deleted_at is not null or old.status <> 1 or
      row(old.key, old.org_id, old.station_id, old.device_id, old.app_id)
        is distinct from row(new.key, new.org_id, new.station_id, new.device_id, new.app_id)) then
    insert into param_touched (org_id, station_id, device_id, app_id, key, deliver_now)
      values (new.org_id, new.station_id, new.device_id, new.app_id, new.key, new.deliver = 'NOW');
  end if;
  return null;
end $$;
create trigger global_param_told after insert or delete on global_param
  for each row execute function note_touched();
-- Not what only people read.
create trigger global_param_changed after update on global_param
  for each row when ((old.key, old.type, old.org_id, old.station_id, old.device_id, old.app_id, old.value, old.sealed,
      old.file_id, old.status, old.deleted_at)
    is distinct from (new.key, new.type, new.org_id, new.station_id, new.device_id, new.app_id, new.value, new.sealed,
      new.file_id, new.status, new.deleted_at))
  execute function note_touched();

/*
 * The variables in force at some seats, each named by its place in the lists: at a terminal of an organisation and a
 * station, or at one of these alone (the others null). The nearest wins: terminal, station, the organisations
 * upwards, the platform; on the same level that of an application (`apps`) before that of all. A variable of
 * a station or a terminal holds at or below the organisation that said it: another owner's is none.
 */
create function variables_at(places uuid[], stations uuid[], devices uuid[], apps uuid[])
returns table (seat integer, id uuid, key text, rank integer) language sql stable as $$
  with seat as (
    select asked.at::integer as seat, asked.place, asked.station, asked.device, asked.app,
      dense_rank() over (order by asked.place, asked.station, asked.app) as spot
    from unnest(places, stations, devices, apps) with ordinality as asked (place, station, device, app, at)),
  -- Most terminals have organisation and station in common: what these say is looked for once.
  spot as (select distinct seat.spot, seat.place, seat.station, seat.app from seat),
  shared as (
    select distinct on (spot.spot, said.key) spot.spot, said.id, said.key,
      said.rank + (said.app_id is not null)::integer as rank
    from spot cross join lateral (
      select v.id, v.key, v.app_id, 0 as rank
        from global_param v where v.level = 'PLATFORM' and v.deleted_at is null and v.status = 1
      union all
      select v.id, v.key, v.app_id, 10 + 2 * nlevel(above.path)
        from organization here join organization above on above.path @> here.path
          join global_param v on v.org_id = above.id and v.level = 'ORG' and v.deleted_at is null and v.status = 1
        where here.id = spot.place
      union all
      select v.id, v.key, v.app_id, 100000 + 2 * nlevel(above.path)
        from global_param v join organization above on above.id = v.org_id
          join organization here on here.path <@ above.path
        where v.station_id = spot.station and v.deleted_at is null and v.status = 1 and here.id = spot.place
    ) as said
    where said.app_id is null or said.app_id = spot.app
    order by spot.spot, said.key, said.rank + (said.app_id is not null)::integer desc)
  select distinct on (said.seat, said.key) said.seat, said.id, said.key, said.rank
  from (
    select seat.seat, shared.id, shared.key, shared.rank from seat join shared on shared.spot = seat.spot
    union all
    select seat.seat, v.id, v.key, 200000 + 2 * nlevel(above.path) + (v.app_id is not null)::integer
      from seat join global_param v on v.device_id = seat.device and v.deleted_at is null and v.status = 1
          and (v.app_id is null or v.app_id = seat.app)
        join organization above on above.id = v.org_id
        join organization here on here.id = seat.place and here.path <@ above.path
  ) as said
  order by said.seat, said.key, said.rank desc
$$;
