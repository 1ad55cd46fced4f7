-- What a statement changed is told by differences of its rows. A join of those before with those after
-- is planned when nobody knows how many there are, as a nested loop, which costs the square of them.

create or replace function move_online() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null from added
      except select id, org_id, model_id, deleted_at is null from removed) then
    return null;
  end if;
  with told as materialized (
      select id, case when is_counted then org_id end as org_id, case when is_counted then model_id end as model_id
      from (select id, org_id, model_id, deleted_at is null as is_counted from added
          except select id, org_id, model_id, deleted_at is null from removed) as moved),
    -- Locked in the orders in which others do: two that wait for each other would both fail.
    present as materialized (select online.device_id, told.org_id, told.model_id
      from told join device_online online on online.device_id = told.id order by 1 for update of online),
    absent as materialized (select offline.device_id, told.org_id, told.model_id
      from told join device_offline offline on offline.device_id = told.id order by 1 for update of offline),
    commands as materialized (select item.id, told.org_id, told.model_id
      from told join device_task_item item on item.device_id = told.id
        and item.created_at > now() - interval '24 hours' order by 1 for update of item),
    moved_online as (update device_online online set org_id = present.org_id, model_id = present.model_id
      from present where online.device_id = present.device_id),
    moved_offline as (update device_offline offline set org_id = absent.org_id, model_id = absent.model_id
      from absent where offline.device_id = absent.device_id)
  update device_task_item item set counted_org = commands.org_id, counted_model = commands.model_id
    from commands where item.id = commands.id;
  return null;
end $$;

create or replace function note_tally_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, 'LIFE', lifecycle, sum(count)
    from (select org_id, model_id, lifecycle, count from added
        union all select org_id, model_id, lifecycle, -count from removed) as moved
    group by 1, 2, 4 having sum(count) <> 0;
  return null;
end $$;

create or replace function note_spread_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, nil_uuid(), kind, value, sum(count)
    from (select org_id, kind, value, count from added
        union all select org_id, kind, value, -count from removed) as moved
    group by 1, 3, 4 having sum(count) <> 0;
  return null;
end $$;
