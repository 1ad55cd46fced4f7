-- Areas name their ISO 3166-1 alpha-3 code and the time zone that is usual in them.

alter table timezone_area
  add column iso3 text,
  add column timezone_id uuid;
-- Some hundred rows, none of which names one yet.
alter table timezone_area
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint timezone_area_timezone foreign key (timezone_id) references timezone (id);
-- squawk-ignore require-concurrent-index-creation
create index timezone_area_usual_zone on timezone_area (timezone_id);
-- squawk-ignore require-concurrent-index-creation
create index if not exists organization_timezone on organization (timezone_id);
-- squawk-ignore require-concurrent-index-creation
create index if not exists organization_area on organization (area_id);

drop view timezone_area_row;
create view timezone_area_row as
  select a.*, parent.name as parent_name, zone.name as timezone_name, zone.zone_id,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (select count(*)::integer from timezone t where t.area_id = a.id and t.deleted_at is null) as timezone_count
  from timezone_area a
    left join timezone_area parent on parent.id = a.parent_id
    left join timezone zone on zone.id = a.timezone_id
    left join app_user editor on editor.id = coalesce(a.updated_by, a.created_by)
    left join app_user remover on remover.id = a.deleted_by;
