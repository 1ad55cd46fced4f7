-- What vendors hand in about their terminals, and until when it holds.
create table vendor_document (
  id uuid primary key default uuid7(),
  vendor_id uuid not null references vendor (id),
  name text not null,
  kind text not null,
  doc_version text,
  file_id uuid not null references upload (id),
  valid_from date,
  -- Null: without an end.
  expires_on date,
  -- The end that people were told of last.
  told_of date,
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
create unique index vendor_document_name_unique on vendor_document (vendor_id, lower(name), lower(coalesce(doc_version, ''))) where deleted_at is null;
create index vendor_document_file on vendor_document (file_id);
create index vendor_document_ends on vendor_document (expires_on) where deleted_at is null;

create view vendor_document_row as
  select d.*, vendor.name as vendor_name, file.name as file_name, file.bytes,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from vendor_document d
    join vendor on vendor.id = d.vendor_id
    join upload file on file.id = d.file_id
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
