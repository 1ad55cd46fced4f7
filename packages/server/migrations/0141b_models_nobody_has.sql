-- Terminals that knocked and said to be of a model that nobody has: they are refused, and cannot stand among those that
-- wait to be claimed, which have a model. Once somebody has added it, their next contact takes them there.
create table model_knock (
  id uuid primary key default uuid7(),
  sn text not null,
  -- Whose enrolment key it came with.
  org_id uuid not null references organization (id) on delete cascade,
  vendor_code text not null,
  model_code text not null,
  firmware text,
  ip text,
  -- Contacts, of those of one minute the first.
  times integer not null default 1,
  first_at timestamptz not null default now(),
  at timestamptz not null default now()
);
create unique index model_knock_terminal on model_knock (sn, org_id);
create index model_knock_org on model_knock (org_id);
create index model_knock_at on model_knock (at);

-- Counted by what they say to be: at most a thousand of each organisation are kept.
create view model_knock_row as
  select (array_agg(knock.id order by knock.first_at))[1] as id, knock.org_id, own.name as org_name,
    max(vendor.id::text)::uuid as vendor_id, max(vendor.name) as vendor_name,
    -- For whoever has to do with some models or with what he made only.
    null::uuid as model_id, null::uuid as created_by,
    lower(knock.vendor_code) as vendor_key, lower(knock.model_code) as model_key,
    (array_agg(knock.vendor_code order by knock.at desc))[1] as vendor_code,
    (array_agg(knock.model_code order by knock.at desc))[1] as model_code,
    count(*)::integer as terminals, sum(knock.times)::integer as times,
    (array_agg(knock.sn order by knock.at desc))[1:5] as sns,
    (array_agg(knock.firmware order by knock.at desc))[1] as firmware,
    (array_agg(knock.ip order by knock.at desc))[1] as ip,
    min(knock.first_at) as first_at, max(knock.at) as last_at
  from model_knock knock
    join organization own on own.id = knock.org_id
    left join vendor on lower(vendor.code) = lower(knock.vendor_code) and vendor.deleted_at is null
  where not exists (select from model where model.vendor_id = vendor.id
    and lower(model.code) = lower(knock.model_code) and model.deleted_at is null)
  group by knock.org_id, own.name, lower(knock.vendor_code), lower(knock.model_code);
