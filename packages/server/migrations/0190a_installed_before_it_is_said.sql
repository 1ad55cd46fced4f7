-- A terminal that was away, or is quick, tells in one go that it took a task on, did it, and what it has now: what
-- it has is stored first, and came of the task that it was given all the same.
create or replace function item_behind(of_device uuid, of_package text, of_kind text, of_code bigint, moment timestamptz)
returns table (item_id uuid, push_id uuid, task_no text, user_id uuid, trigger text) language sql stable as $$
  select item.id, push.id, push.task_no, coalesce(item.created_by, push.created_by),
    task_trigger(push.id, coalesce(item.args, push.args))
  from push_item item left join push on push.id = item.push_id
  where item.device_id = of_device and item.created_at > moment - interval '31 days' and item.created_at <= moment
    and item.cmd = case of_kind when 'REMOVED' then 'APP_UNINSTALL' else 'APP_INSTALL' end
    and (item.acked_at is not null or item.published_at is not null and item.ended_at is null)
    and coalesce(item.args, push.args) ->> 'pkg' = of_package
    and (of_kind = 'REMOVED' or (coalesce(item.args, push.args) ->> 'vc')::bigint = of_code)
  order by item.created_at desc limit 1
$$;
