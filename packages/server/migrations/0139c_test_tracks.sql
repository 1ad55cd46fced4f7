-- Test tracks: a version that is approved and not online goes to named terminals only, for some days.
create table developer_track (
  id uuid primary key default uuid7(),
  app_id uuid not null references app (id) on delete cascade,
  name text not null,
  max_devices integer not null check (max_devices between 1 and 500),
  expiry_days integer not null check (expiry_days between 1 and 90),
  -- What is tested, and until when; null: nothing yet.
  apk_id uuid references apk (id) on delete set null,
  started_at timestamptz,
  expires_at timestamptz,
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
create unique index developer_track_name_unique on developer_track (app_id, lower(name)) where deleted_at is null;
create index developer_track_apk on developer_track (apk_id) where apk_id is not null;

create table developer_track_device (
  track_id uuid not null references developer_track (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  primary key (track_id, device_id)
);
create index developer_track_device_device on developer_track_device (device_id);

create view developer_track_row as
  select t.*, app.name as app_name, app.org_id, apk.version_name as apk_version, apk.state as apk_state,
    case when t.apk_id is null or t.expires_at is null then 'IDLE' when t.expires_at <= now() then 'EXPIRED'
      else 'RUNNING' end as state,
    (select count(*)::integer from developer_track_device member where member.track_id = t.id) as device_count,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from developer_track t
    join app on app.id = t.app_id
    left join apk on apk.id = t.apk_id
    left join app_user editor on editor.id = coalesce(t.updated_by, t.created_by)
    left join app_user remover on remover.id = t.deleted_by;

-- Whether a version is being tested on some track, and whether a terminal is one of those that test it.
create function is_in_test(tested uuid) returns boolean language sql stable as $$
  select exists (select from developer_track track where track.apk_id = tested
    and track.expires_at > now() and track.status = 1 and track.deleted_at is null)
$$;
create function is_testing(tested uuid, tester uuid) returns boolean language sql stable as $$
  select exists (select from developer_track track
      join developer_track_device member on member.track_id = track.id and member.device_id = tester
    where track.apk_id = tested and track.expires_at > now() and track.status = 1
      and track.deleted_at is null)
$$;
