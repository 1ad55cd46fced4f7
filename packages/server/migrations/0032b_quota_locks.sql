-- What keeps quotas of terminals exact, also the first one of an organisation.

-- Taken by whoever writes terminals into organisations, before he does: until the commit nobody sets
-- a quota above them, and where there is one nobody else takes a place of it.
create function hold_places(places uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(over.id::text, 2)) from (
    select distinct above.id from organization place join organization above on above.path @> place.path
      where place.id = any(places) order by above.id) as over;
  perform pg_advisory_xact_lock(hashtextextended(over.id::text, 1)) from (
    select distinct above.id from organization place join organization above on above.path @> place.path
      where place.id = any(places) and above.device_quota is not null order by above.id) as over;
end $$;

-- Taken by whoever sets a quota, before he counts what is used of it.
create function hold_quota(place uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(place::text, 2))
$$;

-- Of some organisations and those above them, the one with the smallest quota that has more terminals than it.
create function full_organization(places uuid[]) returns table (name text, quota integer) language sql stable as $$
  select over.name, over.device_quota
  from (select distinct above.id, above.name, above.path, above.device_quota
      from organization place join organization above on above.path @> place.path
      where place.id = any(places) and above.device_quota is not null) as over
  where over.device_quota < (select coalesce(sum(tally.count), 0) from device_tally tally
      join organization below on below.id = tally.org_id
    where below.path <@ over.path
      and tally.lifecycle in ('ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST'))
  order by over.device_quota limit 1
$$;
