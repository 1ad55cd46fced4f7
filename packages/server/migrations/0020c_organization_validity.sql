-- Until when an organisation and all below it may be used.
alter table organization add column valid_to timestamptz;
-- Few of them: each sign-in and each request asks.
-- squawk-ignore require-concurrent-index-creation
create index organization_valid_to on organization (valid_to) where valid_to is not null;

create function is_organization_over(org_id uuid) returns boolean language sql stable as $$
  select exists (select from organization ended join organization place on place.path <@ ended.path
    where ended.valid_to <= now() and ended.deleted_at is null and place.id = $1)
$$;

-- Whether an account may be used now; who holds everything is not locked out with his organisation.
create or replace function is_usable(account app_user) returns boolean language sql stable as $$
  select account.status = 1 and account.deleted_at is null
    and (account.valid_from is null or account.valid_from <= now())
    and (account.valid_to is null or account.valid_to > now())
    and (account.is_super_admin or not is_organization_over(account.org_id))
$$;

drop view organization_row;
create view organization_row as
  select o.*, parent.name as parent_name, area.name as area_name, zone.name as timezone_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, nlevel(o.path) as level,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally where tally.org_id = o.id) as own_devices,
    (select coalesce(sum(tally.count), 0)::integer from device_tally tally
      join organization below on below.id = tally.org_id where below.path <@ o.path) as subtree_devices,
    (select count(*)::integer from organization child
      where child.parent_id = o.id and child.deleted_at is null) as child_count
  from organization o
    left join organization parent on parent.id = o.parent_id
    left join timezone_area area on area.id = o.area_id
    left join timezone zone on zone.id = o.timezone_id
    left join app_user editor on editor.id = coalesce(o.updated_by, o.created_by)
    left join app_user remover on remover.id = o.deleted_by;
