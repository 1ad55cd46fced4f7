-- The time zone that holds in an organisation: its own, else that of the nearest one above it.
create view organization_zone as
  select distinct on (below.id) below.id as org_id, above.timezone_id
  from organization above join organization below on below.path <@ above.path
  where above.timezone_id is not null
  order by below.id, nlevel(above.path) desc;
