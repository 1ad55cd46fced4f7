-- How many messages of the terminals of a subtree a gateway takes in a second; null: any number.
alter table organization add column messages_per_second integer;
-- Few of them: each gateway reads them all.
-- squawk-ignore require-concurrent-index-creation
create index organization_pace on organization (id) where messages_per_second is not null;

drop view organization_row;
create view organization_row as
  select o.*, parent.name as parent_name, area.name as area_name, zone.name as timezone_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, nlevel(o.path) as level,
    (coalesce(own.count, 0) + coalesce(pending.own, 0))::integer as own_devices,
    (coalesce(below.count, 0) + coalesce(pending.below, 0))::integer as subtree_devices,
    coalesce(children.count, 0)::integer as child_count
  from organization o
    left join organization parent on parent.id = o.parent_id
    left join timezone_area area on area.id = o.area_id
    left join timezone zone on zone.id = o.timezone_id
    left join estate_total own on own.place = o.id and own.measure = 'OWN' and own.value = '' and own.model_id = nil_uuid()
    left join estate_total below on below.place = o.id and below.measure = 'DEVICES' and below.value = ''
      and below.model_id = nil_uuid()
    left join (select place, sum(delta) as below, sum(delta) filter (where org_id = place) as own
        from estate_pending where measure = 'LIFE' group by 1) as pending on pending.place = o.id
    left join (select parent_id, count(*) as count from organization where deleted_at is null group by 1) as children
      on children.parent_id = o.id
    left join app_user editor on editor.id = coalesce(o.updated_by, o.created_by)
    left join app_user remover on remover.id = o.deleted_by;
