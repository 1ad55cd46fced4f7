-- Files that people and API clients hand in, part by part.

create table upload (
  id uuid primary key default uuid7(),
  name text not null,
  type text not null,
  bytes bigint not null check (bytes > 0),
  -- What was announced; once STORED it is proved, and names the content in the store.
  sha256 bytea not null check (octet_length(sha256) = 32),
  md5 bytea,
  chunk_bytes integer not null check (chunk_bytes > 0),
  -- REMOVED: nobody sees it any more; its bytes go within minutes, and the row with them.
  state text not null default 'UPLOADING'
    check (state in ('UPLOADING', 'CHECKING', 'STORED', 'REJECTED', 'REMOVED')),
  reason text,
  reference_count integer not null default 0 check (reference_count >= 0),
  -- Since when a stored file has been used by nobody.
  unused_since timestamptz,
  -- The background work that checks a large one.
  task_id uuid references async_task (id) on delete set null,
  org_id uuid not null references organization (id),
  created_by uuid not null,
  created_at timestamptz not null default now()
);
-- Who begins the same file again, in another tab or after a reload, goes on with it.
create unique index upload_open on upload (created_by, sha256, type, bytes)
  where state in ('UPLOADING', 'CHECKING');
create index upload_content on upload (sha256);
create index upload_latest on upload (created_at desc);
create index upload_org on upload (org_id, created_at desc);
create index upload_name_words on upload using gin (name gin_trgm_ops);
create index upload_unused on upload (unused_since) where unused_since is not null;
create index upload_unfinished on upload (created_at) where state in ('UPLOADING', 'CHECKING', 'REJECTED', 'REMOVED');
create index upload_task on upload (task_id);

-- A part that lies on the disk. Its row keeps the upload from being checked while it is written.
create table upload_chunk (
  upload_id uuid not null references upload (id) on delete cascade,
  number integer not null check (number >= 0),
  received_at timestamptz not null default now(),
  primary key (upload_id, number)
);

-- Who uses a stored file. While anybody does, it stays.
create table file_reference (
  upload_id uuid not null references upload (id),
  -- The kind of record, and the record.
  used_by text not null,
  used_id uuid not null,
  -- What people call the record.
  name text not null,
  created_at timestamptz not null default now(),
  primary key (upload_id, used_by, used_id)
);
create index file_reference_holder on file_reference (used_by, used_id);

create function count_file_references() returns trigger language plpgsql as $$
begin
  update upload set
    reference_count = upload.reference_count + change.number,
    unused_since = case when upload.reference_count + change.number = 0 then now() end
  from (select upload_id, count(*)::integer as number from added group by upload_id) as change
  where upload.id = change.upload_id;
  return null;
end $$;

create function count_file_releases() returns trigger language plpgsql as $$
begin
  update upload set
    reference_count = upload.reference_count - change.number,
    unused_since = case when upload.reference_count - change.number = 0 then now() end
  from (select upload_id, count(*)::integer as number from gone group by upload_id) as change
  where upload.id = change.upload_id;
  return null;
end $$;

create trigger counted after insert on file_reference
  referencing new table as added for each statement execute function count_file_references();
create trigger uncounted after delete on file_reference
  referencing old table as gone for each statement execute function count_file_releases();

create view upload_row as
  select upload.id, upload.name, upload.type, upload.bytes, upload.chunk_bytes,
    case when upload.state = 'UPLOADING' then least(upload.bytes, upload.chunk_bytes::bigint *
      (select count(*) from upload_chunk where upload_chunk.upload_id = upload.id))
      when upload.state = 'REJECTED' then 0 else upload.bytes end as received_bytes,
    encode(upload.sha256, 'hex') as sha256, encode(upload.md5, 'hex') as md5,
    upload.sha256 as content, upload.md5 as content_md5,
    case when upload.state = 'STORED' and upload.unused_since < now() - interval '1 day' then 'ORPHAN'
      else upload.state end as state,
    upload.state as kept_state, upload.unused_since, upload.reason, upload.reference_count,
    upload.task_id, upload.org_id, organization.name as org_name, upload.created_by as created_by_id,
    coalesce(creator.user_name, '') as created_by, upload.created_at
  from upload
    join organization on organization.id = upload.org_id
    left join app_user as creator on creator.id = upload.created_by
  where upload.state <> 'REMOVED';
