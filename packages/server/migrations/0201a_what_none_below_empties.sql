-- What is mandatory above is not emptied by a version rule below it, in whatever order the two were saved.

-- Whether a version rule lets terminals have older versions, or none, than one above it does; the same as
-- isLooserVersion of policy.rules.ts. LATEST is the track of production. Whoever asks for the latest may have
-- some of his own terminals at another version.
create function is_looser_version(above_rule text, above_code bigint, above_track text,
  own_rule text, own_code bigint, own_track text, is_own boolean) returns boolean
language sql immutable parallel safe as $$
  select case above_rule
    when 'FIXED' then own_rule <> 'FIXED' or own_code <> above_code
    when 'MIN' then coalesce(own_code < above_code, not is_own and coalesce(own_track, 'PRODUCTION') <> 'PRODUCTION')
    else not is_own and (own_rule in ('FIXED', 'MIN')
      or coalesce(own_track, 'PRODUCTION') <> coalesce(above_track, 'PRODUCTION')) end
$$;

-- As before, but for policies that are looser than a mandatory one above them: these decide about nobody.
create or replace view org_apk_effective as
  select distinct on (device_id, app_id) device_id, app_id, org_apk_id, policy, rank
  from org_apk_reach reach
  where not exists (select from org_apk own
      join organization here on here.id = own.org_id
      join organization place on place.path @> here.path
      join org_apk above on above.org_id = place.id and above.app_id = own.app_id
    where own.id = reach.org_apk_id and own.policy = 'MANDATORY'
      and above.policy = 'MANDATORY' and above.scope_kind = 'SUBTREE'
      and (place.id <> here.id or own.scope_kind <> 'SUBTREE')
      and above.status = 1 and above.deleted_at is null
      and (above.start_at is null or above.start_at <= now()) and (above.end_at is null or above.end_at > now())
      and is_looser_version(above.version_rule, above.version_code, above.track,
        own.version_rule, own.version_code, own.track, place.id = here.id))
  order by device_id, app_id, case policy when 'PROHIBITED' then 2 when 'MANDATORY' then 1 else 0 end desc,
    rank desc, policy = 'HIDDEN' desc, org_apk_id desc;

-- Where such a one decided so far, its terminals are looked at again.
update org_apk set is_pending = true where policy = 'MANDATORY' and deleted_at is null;
