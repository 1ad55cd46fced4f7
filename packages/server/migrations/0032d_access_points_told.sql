-- Terminals are told where they find the platform, as they are told any other setting: under a higher revision.
create function tell_access_point() returns trigger language plpgsql as $$
begin
  update organization set settings_rev = nextval('settings_rev')
    where (new.org_id = id or (new.org_id is null and parent_id is null))
      or (tg_op = 'UPDATE' and (old.org_id = id or (old.org_id is null and parent_id is null)));
  return null;
end $$;
create trigger access_point_added after insert on access_point
  for each row execute function tell_access_point();
create trigger access_point_changed after update on access_point
  for each row when ((old.kind, old.url, old.region, old.weight, old.ca_fingerprint, old.org_id, old.status, old.deleted_at)
    is distinct from (new.kind, new.url, new.region, new.weight, new.ca_fingerprint, new.org_id, new.status, new.deleted_at))
  execute function tell_access_point();

-- The address that a terminal says it uses.
alter table device_state add column endpoint text;
