-- The shop window of the terminals' application store: its categories and its banners.

create table app_category (
  id uuid primary key default uuid7(),
  parent_id uuid references app_category (id),
  name text not null,
  -- By language.
  names jsonb not null default '{}',
  code text not null,
  icon text,
  sort integer not null default 0,
  -- Whether terminals show it; without, it orders the console's list alone.
  show_in_store boolean not null default true,
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
create unique index app_category_code_unique on app_category (lower(code)) where deleted_at is null;
create index app_category_parent on app_category (parent_id);

create view app_category_row as
  select c.*, parent.name as parent_name, case when c.parent_id is null then 1 else 2 end as level,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from app_category c
    left join app_category parent on parent.id = c.parent_id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

create function hold_category_icon() returns trigger language plpgsql as $$
begin
  perform hold_pictures('appCategory', new.id, new.name, null, array[new.icon]);
  return null;
end $$;
create trigger icon_held_first after insert on app_category
  for each row when (new.icon is not null) execute function hold_category_icon();
create trigger icon_held after update of icon, name on app_category
  for each row when (old.icon is distinct from new.icon or (new.icon is not null and old.name <> new.name))
  execute function hold_category_icon();
create trigger files_released after delete on app_category
  for each row when (old.icon is not null) execute function release_files('appCategory');

create table app_banner (
  id uuid primary key default uuid7(),
  -- Whose it is: only terminals of this organisation and of those below it show it.
  org_id uuid not null references organization (id),
  title text not null,
  placement text not null,
  image_wide text,
  image_narrow text,
  target_type text not null default 'NONE',
  target_url text,
  target_app_id uuid,
  -- Empty: all below org_id, all models, all languages.
  org_ids uuid[] not null default '{}',
  model_ids uuid[] not null default '{}',
  languages text[] not null default '{}',
  sort integer not null default 0,
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  max_per_day integer,
  seconds integer,
  published_at timestamptz,
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
create unique index app_banner_title_unique on app_banner (org_id, placement, lower(title)) where deleted_at is null;
create index app_banner_organization on app_banner (org_id);

-- Views and clicks, a few rows a day and banner: terminals that report at once do not wait for one row.
create table app_banner_day (
  banner_id uuid not null references app_banner (id) on delete cascade,
  day date not null,
  slot smallint not null,
  views bigint not null default 0,
  clicks bigint not null default 0,
  primary key (banner_id, day, slot)
) with (fillfactor = 80);

-- The last report of each terminal about the store: one that comes twice counts once.
create table store_report (
  device_id uuid primary key references device (id) on delete cascade,
  report_id text not null,
  at timestamptz not null default now()
) with (fillfactor = 80);

create view app_banner_row as
  select b.*, own.name as org_name, target.name as target_app_name, counted.views, counted.clicks,
    case when b.published_at is null then 'DRAFT' when b.status = 0 then 'OFF' when b.end_at <= now() then 'ENDED'
      when b.start_at > now() then 'SCHEDULED' else 'SHOWING' end as state,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from app_banner b
    join organization own on own.id = b.org_id
    left join app target on target.id = b.target_app_id
    left join lateral (select coalesce(sum(day.views), 0)::bigint as views, coalesce(sum(day.clicks), 0)::bigint as clicks
      from app_banner_day day where day.banner_id = b.id) counted on true
    left join app_user editor on editor.id = coalesce(b.updated_by, b.created_by)
    left join app_user remover on remover.id = b.deleted_by;

create function hold_banner_pictures() returns trigger language plpgsql as $$
begin
  perform hold_pictures('appBanner', new.id, new.title, new.org_id, array[new.image_wide, new.image_narrow]);
  return null;
end $$;
create trigger pictures_held after insert or update of image_wide, image_narrow, title, org_id on app_banner
  for each row execute function hold_banner_pictures();
create trigger files_released after delete on app_banner
  for each row execute function release_files('appBanner');
