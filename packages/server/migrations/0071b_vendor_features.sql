-- Which features the agents and firmwares of a vendor support, for all of its models or for some.
create table vendor_feature (
  id uuid primary key default uuid7(),
  -- What a sheet knows the row by.
  code text,
  vendor_id uuid not null references vendor (id),
  feature_id uuid not null references feature (id),
  -- Empty: all models that no other row names.
  model_ids uuid[] not null default '{}',
  support text not null,
  min_agent text,
  min_firmware text,
  -- How long a command that needs it is worth delivering, unless its sender says otherwise.
  timeout_seconds integer,
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
create unique index vendor_feature_code_unique on vendor_feature (lower(code)) where deleted_at is null;
create unique index vendor_feature_feature_id_unique on vendor_feature (vendor_id, feature_id)
  where deleted_at is null and model_ids = '{}';
create index vendor_feature_vendor on vendor_feature (vendor_id, feature_id) where deleted_at is null;
create index vendor_feature_feature on vendor_feature (feature_id);

create view vendor_feature_row as
  select v.*, vendor.name as vendor_name, feature.code as feature_code, feature.name as feature_name, feature.kind,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from vendor_feature v
    join vendor on vendor.id = v.vendor_id
    join feature on feature.id = v.feature_id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

-- What a terminal reports otherwise than the matrix of its vendor says: `+NFC` though it has none, `-GPS`
-- though it has one. Terminals that agree have no row.
create table device_mismatch (
  device_id uuid primary key references device (id) on delete cascade,
  features text[] not null,
  since timestamptz not null default now()
);
