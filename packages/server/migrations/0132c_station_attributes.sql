-- What kinds of terminals work at a place (none: any), and what else people keep of it.
alter table station add column category_ids uuid[] not null default '{}';
alter table station add column attributes jsonb not null default '[]';
-- squawk-ignore require-concurrent-index-creation
create index station_categories on station using gin (category_ids) where deleted_at is null;

drop view station_row;
create view station_row as
  select s.*, own.name as org_name, area.name as area_name, zone.name as timezone_name,
    coalesce(tally.count, 0) as device_count,
    (coalesce(tally.count, 0) > 0)::integer as has_devices,
    (s.expected_devices is not null and s.expected_devices <> coalesce(tally.count, 0))::integer as mismatch,
    s.fence ->> 'kind' as fence_kind, (s.fence ->> 'radius')::integer as fence_radius,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from station s
    join organization own on own.id = s.org_id
    join timezone_area area on area.id = s.area_id
    left join timezone zone on zone.id = s.timezone_id
    left join station_tally tally on tally.station_id = s.id
    left join app_user editor on editor.id = coalesce(s.updated_by, s.created_by)
    left join app_user remover on remover.id = s.deleted_by;
