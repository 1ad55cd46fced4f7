-- Deliveries of documents stand beside those of parameters, each with the number of the task that brings it. What
-- only the rows show is joined so that the planner leaves it out where a page is found (0163a).
create or replace view param_delivery_row as
  select held.device_id || '/' || held.app_id as id, held.device_id, device.sn, device.org_id, device.vendor_id, device.model_id,
    own.name as org_name, held.app_id, coalesce(app.name, document.code) as app_name,
    coalesce(app.package, 'json:' || document.code) as package, held.revision, template.name as template_name,
    made_for.rev as template_revision, held.state, item.code, item.message, item.attempt, item.push_id, held.since, held.changed_at,
    item.published_at, item.ended_at, applied.reported_at, device.created_by, held.set_id, held.item_id, push.task_no
  from param_desired held
    join device on device.id = held.device_id and device.deleted_at is null
    left join organization own on own.id = device.org_id
    left join app on app.id = held.app_id
    left join json_code document on document.id = held.app_id
    left join param_set on param_set.id = held.set_id
    left join param_template_rev made_for on made_for.id = param_set.template_rev_id
    left join param_template template on template.id = made_for.template_id
    left join push_item item on item.id = held.item_id
    left join push on push.id = item.push_id
    left join param_applied applied on applied.device_id = held.device_id
      and applied.package = coalesce(app.package, 'json:' || document.code)
  where held.until is null;

-- So do documents that a terminal runs with, or runs with no more, in its log.
create or replace function log_params() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, data, ref_kind, ref_id, ref_no,
      happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
      case moved.state when 'APPLIED' then 'PARAM_APPLIED' else 'PARAM_DRIFTED' end, 'DEVICE',
      jsonb_build_object('package', subject.package, 'revision', moved.revision),
      case when push.id is not null then 'TASK' end, push.id, push.task_no, now()
    from (select device_id, app_id, revision, state from came where state in ('APPLIED', 'DRIFT') and until is null
        except select device_id, app_id, revision, state from went) as moved
      join param_desired held on held.device_id = moved.device_id and held.app_id = moved.app_id and held.revision = moved.revision
      join device on device.id = moved.device_id join param_subject subject on subject.id = moved.app_id
      left join push_item item on item.id = held.item_id left join push on push.id = item.push_id;
  return null;
end $$;
