-- Uploads are searched for viruses and may be public; pictures of the site and its people are among them.
alter table upload
  -- Where the bytes lie: the folder of the store, or the table image.
  add column storage text not null default 'FOLDER' check (storage in ('FOLDER', 'DATABASE')),
  -- Null: nobody has searched it. WAITING: it is to be searched, and may not have been read so far.
  add column scan text check (scan in ('WAITING', 'CLEAN', 'INFECTED')),
  add column scanned_at timestamptz,
  -- What the scanner calls what it found.
  add column signature text,
  -- Names a public file in addresses: nobody guesses it, and it says nothing of the content.
  -- squawk-ignore adding-field-with-default
  add column public_key uuid not null default gen_random_uuid();
-- squawk-ignore require-concurrent-index-creation
create unique index upload_public_key on upload (public_key);

create or replace view upload_row as
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
    coalesce(creator.user_name, '') as created_by, upload.created_at,
    upload.storage, upload.scan, upload.scanned_at, upload.signature, upload.public_key
  from upload
    join organization on organization.id = upload.org_id
    left join app_user as creator on creator.id = upload.created_by
  where upload.state <> 'REMOVED';

-- A picture is an upload whose bytes lie in the table image.
insert into upload (name, type, bytes, sha256, md5, chunk_bytes, state, storage, unused_since, org_id,
    created_by, created_at)
  select left(encode(image.hash, 'hex'), 12) || '.' || image.kind, 'image', octet_length(image.bytes), image.hash,
    decode(md5(image.bytes), 'hex'), octet_length(image.bytes), 'STORED', 'DATABASE', now(),
    coalesce(creator.org_id, root.id), coalesce(image.created_by, '00000000-0000-7000-8000-000000000000'),
    image.created_at
  from image
    left join app_user as creator on creator.id = image.created_by
    cross join (select id from organization where parent_id is null order by created_at limit 1) as root;

-- Makes a record the holder of the pictures that it names (`<hash>.<kind>`) and of no others; of the
-- entries of one picture its own organisation's comes first.
create function hold_pictures(holder text, holder_id uuid, holder_name text, holder_org uuid, pictures text[])
returns void language sql as $$
  with chosen as (
    select distinct on (upload.sha256) upload.id
    from unnest(pictures) as picture
      join upload on upload.sha256 = decode(left(picture, 64), 'hex')
    where picture ~ '^[0-9a-f]{64}\.' and upload.storage = 'DATABASE' and upload.state = 'STORED'
    order by upload.sha256, (upload.org_id = holder_org) is true desc, upload.created_at
  ), gone as (
    delete from file_reference where used_by = holder and used_id = holder_id
      and upload_id not in (select id from chosen)
  )
  insert into file_reference (upload_id, used_by, used_id, name)
  select id, holder, holder_id, holder_name from chosen
  on conflict (upload_id, used_by, used_id) do update set name = excluded.name
$$;

create function hold_avatar() returns trigger language plpgsql as $$
begin
  perform hold_pictures('user', new.id, new.user_name, new.org_id, array[new.avatar]);
  return null;
end $$;
create trigger avatar_held_first after insert on app_user
  for each row when (new.avatar is not null) execute function hold_avatar();
create trigger avatar_held after update of avatar, user_name on app_user
  for each row when (old.avatar is distinct from new.avatar
    or (new.avatar is not null and old.user_name <> new.user_name)) execute function hold_avatar();

create function hold_site_pictures() returns trigger language plpgsql as $$
begin
  perform hold_pictures('customize', new.id, new.name, new.org_id,
    array[new.website ->> 'logo', new.website ->> 'favicon', new.website ->> 'background']);
  return null;
end $$;
create trigger pictures_held after insert or update of website, name on customize
  for each row execute function hold_site_pictures();

-- The site's own pictures are the root organisation's.
create function hold_root_pictures() returns trigger language plpgsql as $$
begin
  perform hold_pictures('website', root.id, root.name, root.id,
    array[new.value ->> 'logo', new.value ->> 'favicon', new.value ->> 'background'])
  from (select id, name from organization where parent_id is null order by created_at limit 1) as root;
  return null;
end $$;
create trigger pictures_held after insert or update of value on setting
  for each row when (new.path = '/admin/system/v1/website/save') execute function hold_root_pictures();

-- Who is gone for good uses nothing.
create function release_files() returns trigger language plpgsql as $$
begin
  delete from file_reference where used_by = tg_argv[0] and used_id = old.id;
  return null;
end $$;
create trigger files_released after delete on app_user
  for each row when (old.avatar is not null) execute function release_files('user');
create trigger files_released after delete on customize
  for each row execute function release_files('customize');

-- Who uses a picture today.
do $$
begin
  perform hold_pictures('user', id, user_name, org_id, array[avatar]) from app_user where avatar is not null;
  perform hold_pictures('customize', id, name, org_id,
    array[website ->> 'logo', website ->> 'favicon', website ->> 'background'])
    from customize where website is not null;
  update setting set value = value where path = '/admin/system/v1/website/save';
end $$;
