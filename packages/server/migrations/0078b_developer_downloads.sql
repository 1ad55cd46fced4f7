-- What developers and integrators take home: kits, agents, documents, samples, tools.
create table developer_download (
  id uuid primary key default uuid7(),
  title text not null,
  kind text not null,
  -- Of what vendors' terminals it is; empty: of all.
  vendor_ids uuid[] not null default '{}',
  release text not null,
  file_id uuid not null references upload (id),
  -- By language.
  notes jsonb not null default '{}',
  audience text not null,
  min_agent text,
  publish_at timestamptz,
  withdrawn_at timestamptz,
  -- Whether those it is for have been told.
  told_at timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index developer_download_release_unique on developer_download (kind, lower(title), lower(release)) where deleted_at is null;
create index developer_download_file on developer_download (file_id);
create index developer_download_untold on developer_download (publish_at) where told_at is null and publish_at is not null;

-- How often it was taken, a row a day and way: a view never counts single downloads.
create table developer_download_day (
  download_id uuid not null references developer_download (id) on delete cascade,
  day date not null,
  -- CONSOLE, LINK, SECRET
  way text not null,
  count integer not null default 0,
  last_at timestamptz not null default now(),
  primary key (download_id, day, way)
);

create view developer_download_row as
  select d.*, file.name as file_name, file.bytes, encode(file.sha256, 'hex') as sha256,
    case when d.withdrawn_at is not null then 'WITHDRAWN' when d.publish_at is null then 'DRAFT'
      when d.publish_at > now() then 'SCHEDULED' else 'PUBLISHED' end as state,
    taken.downloads, taken.last_taken_at,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from developer_download d
    join upload file on file.id = d.file_id
    left join lateral (select coalesce(sum(day.count), 0)::integer as downloads, max(day.last_at) as last_taken_at
      from developer_download_day day where day.download_id = d.id) taken on true
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
