-- Approvals of terminals by the card industry, and until when they hold.
create table vendor_certificate (
  id uuid primary key default uuid7(),
  vendor_id uuid not null references vendor (id),
  cert_no text not null,
  pts_version text,
  -- Empty: all models of the vendor.
  model_ids uuid[] not null default '{}',
  firmware_from text,
  firmware_until text,
  expires_on date not null,
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
create unique index vendor_certificate_cert_no_unique on vendor_certificate (lower(cert_no)) where deleted_at is null;
create index vendor_certificate_vendor on vendor_certificate (vendor_id);
create index vendor_certificate_ends on vendor_certificate (expires_on) where deleted_at is null;

create view vendor_certificate_row as
  select c.*, vendor.name as vendor_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from vendor_certificate c
    join vendor on vendor.id = c.vendor_id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;
