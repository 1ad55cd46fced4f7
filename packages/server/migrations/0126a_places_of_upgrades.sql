-- Where a terminal was when an upgrade was wanted of it, and which network it was in when that failed. What
-- commands of the last day are counted by (counted_org) is emptied after that day, and moves with the terminal.
alter table push_item add column at_org uuid, add column at_model uuid, add column end_network text;

create function place_upgrade() returns trigger language plpgsql as $$
begin
  select coalesce(new.at_org, device.org_id), coalesce(new.at_model, device.model_id) into new.at_org, new.at_model
    from device where device.id = new.device_id;
  return new;
end $$;
create trigger push_item_upgrade_place before insert on push_item
  for each row when (new.cmd = 'UPGRADE') execute function place_upgrade();

create function note_end_network() returns trigger language plpgsql as $$
begin
  new.end_network := coalesce((select network_type from device_state where device_id = new.device_id), '');
  return new;
end $$;
create trigger push_item_end_network before update on push_item
  for each row when (new.cmd = 'UPGRADE' and new.ended_at is not null and old.ended_at is null
    and new.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED'))
  execute function note_end_network();

-- Nothing of what others keep of an item changes by this.
alter table push_item disable trigger user;
update push_item item set at_org = device.org_id, at_model = device.model_id,
    end_network = case when item.ended_at is not null and item.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED')
      then coalesce((select network_type from device_state where device_id = device.id), '') end
  from device where device.id = item.device_id and item.cmd = 'UPGRADE';
alter table push_item enable trigger user;

-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_at_org on push_item (at_org, id desc) where cmd = 'UPGRADE';
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_at_model on push_item (at_model, id desc) where cmd = 'UPGRADE';
-- squawk-ignore require-concurrent-index-deletion
drop index push_item_upgrade_org;
-- squawk-ignore require-concurrent-index-deletion
drop index push_item_upgrade_model;

-- What is taken away when an item begins anew is what was counted when it failed, wherever its terminal is now.
create or replace function note_plan_ends() returns trigger language plpgsql as $$
begin
  if not exists (select from added join plan_push made on made.push_id = added.push_id where made.purpose = 'FORTH') then
    return null;
  end if;
  insert into plan_stat_change (plan_id, measure, value, delta)
    -- What begins anew is taken away again; what only told more after its end is neither.
    with ended as (select id, push_id, state, code, bytes, queued_at, created_at, ended_at, at_org, at_model, end_network
          from added where ended_at is not null),
      before as (select id, push_id, state, code, bytes, queued_at, created_at, ended_at, at_org, at_model, end_network
          from removed where ended_at is not null),
      moved as materialized (
        (select *, 1 as sign from ended except select *, 1 from before)
        union all (select *, -1 from before except select *, -1 from ended))
    select made.plan_id, told.measure, told.value, sum(told.delta * moved.sign)
    from moved join plan_push made on made.push_id = moved.push_id and made.purpose = 'FORTH'
      cross join lateral (select extract(epoch from moved.ended_at - coalesce(moved.queued_at, moved.created_at))::float8 as seconds,
        moved.state = 'SUCCESS' and made.is_last as is_done,
        moved.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED') as has_failed) as said
      cross join lateral (values
        ('DONE', case when said.is_done then duration_step(said.seconds) end, 1::bigint),
        ('SECONDS', case when said.is_done then '' end, said.seconds::bigint),
        ('BYTES', case when moved.bytes > 0 then '' end, moved.bytes),
        ('CODE', case when said.has_failed then coalesce(moved.code, '') end, 1),
        ('MODEL', case when said.has_failed then moved.at_model::text end, 1),
        ('ORG', case when said.has_failed then moved.at_org::text end, 1),
        ('NETWORK', case when said.has_failed then coalesce(moved.end_network, '') end, 1),
        ('HOUR', case when said.has_failed then extract(hour from moved.ended_at at time zone 'UTC')::text end, 1))
        as told (measure, value, delta)
    where told.value is not null group by 1, 2, 3 having sum(told.delta * moved.sign) <> 0;
  return null;
end $$;
