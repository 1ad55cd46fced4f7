-- Who signs what is made for a vendor's terminals, whom he trusts to vouch for them, and how their
-- serial numbers begin.
alter table vendor
  add column sn_prefixes text[] not null default '{}',
  -- One that has to be taken: whoever writes the rule sees whether it says what he means.
  add column sn_sample text,
  add column signing_mode text not null default 'NONE' check (signing_mode in ('NONE', 'PLATFORM', 'ONLINE', 'OFFLINE')),
  add column signer_url text,
  -- PEM: what its signatures are proved with.
  add column signer_key text,
  add column signer_tested_at timestamptz,
  -- Null: the last test went well, or there was none.
  add column signer_fault text,
  -- PEM of the authority that signs certificates of its terminals; the next two are read from it.
  add column bootstrap_ca text,
  add column bootstrap_ca_sha256 text,
  add column bootstrap_ca_until timestamptz;
-- squawk-ignore require-concurrent-index-creation
create index vendor_bootstrap_ca on vendor (bootstrap_ca_sha256) where bootstrap_ca_sha256 is not null;

-- What the platform shows a signer: never read back by anybody, so it lies apart from what lists show.
create table vendor_signer_secret (
  vendor_id uuid primary key references vendor (id) on delete cascade,
  sealed bytea not null
);

drop view vendor_row;
create view vendor_row as
  select v.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    coalesce(made.models, 0)::integer as model_count, coalesce(held.count, 0)::integer as device_count,
    coalesce(firmware.versions, 0)::integer as firmware_count,
    exists (select from vendor_signer_secret secret where secret.vendor_id = v.id) as has_signer_secret,
    -- Written, never read.
    null::text as signer_secret
  from vendor v
    left join (select vendor_id, count(*) as models from model where deleted_at is null group by 1) as made
      on made.vendor_id = v.id
    left join (select model.vendor_id, sum(devices.count) as count
        from model_devices devices join model on model.id = devices.model_id group by 1) as held
      on held.vendor_id = v.id
    left join (select vendor_id, count(*) as versions from upgrade_version
        where deleted_at is null and kind = 'FIRMWARE' group by 1) as firmware
      on firmware.vendor_id = v.id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;
