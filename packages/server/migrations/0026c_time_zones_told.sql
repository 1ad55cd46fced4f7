-- Terminals are told the time zone of their organisation as they are told any other setting.

create trigger organization_zone_rev before update of timezone_id on organization
  for each row when (old.timezone_id is distinct from new.timezone_id)
  execute function take_settings_rev();

create function renumber_zone_users() returns trigger language plpgsql as $$
begin
  update organization set settings_rev = nextval('settings_rev') where timezone_id = new.id;
  return null;
end $$;
create trigger timezone_rev after update of zone_id on timezone
  for each row when (old.zone_id <> new.zone_id) execute function renumber_zone_users();
