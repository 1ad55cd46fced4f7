import type { EstateSizes, Runner } from './sizes.ts'

/** Every fourth group is found by a filter: the terminals of one name. */
const groupsSql = `insert into device_group (name, org_id, type, filter, max_members, state)
  select 'Group ' || number, place.id, case when number % 4 = 0 then 'DYNAMIC' else 'STATIC' end,
    case when number % 4 = 0 then jsonb_build_object('field', 'name', 'op', 'is',
      'values', jsonb_build_array('Till ' || number)) end, 1000000, 'ACTIVE'
  from generate_series(1, $1::integer) as number
    join organization place on case when number = 1 then place.parent_id is null
      else place.code = 'place-' || 1 + abs(hashint4(number)) % $2::integer end`

const usesSql = `insert into filter_use (owner_id, field)
  select id, 'name' from device_group where type = 'DYNAMIC'`

/** The first group has a tenth of all, the others some of their organisation's. */
const membersSql = `insert into device_group_member (group_id, device_id)
  select own.id, device.id from device_group own join organization place on place.id = own.org_id
    join organization below on below.path <@ place.path join device on device.org_id = below.id
  where case when own.type = 'DYNAMIC' then device.name = own.filter -> 'values' ->> 0
    when own.name = 'Group 1' then abs(hashtext(device.sn)) % 10 = 3
    else abs(hashtext(device.sn || own.name)) % 20 = 0 and nlevel(place.path) > 2 end`

const labelsSql = `insert into classification (name, code, dimension, colour, exclusive)
  select 'Label ' || number, 'LABEL-' || number, (array['OWNERSHIP', 'TIER', 'USE'])[1 + number % 3], '#1f6feb', false
  from generate_series(1, 12) as number`

const labelledSql = `insert into device_classification (classification_id, device_id, by_rule)
  select label.id, device.id, false from device
    join classification label on label.code = 'LABEL-' || 1 + abs(hashtext(device.sn)) % 40`

const alarmsSql = `insert into alarm (device_id, kind, severity, state, first_at, last_at, closed_at, close_cause, told_at,
    org_id, vendor_id, model_id)
  select device.id, (array['OFFLINE', 'BATTERY', 'PAPER', 'STORAGE', 'SIM_CHANGED'])[1 + number / 20000 % 5],
    (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])[1 + number % 4], case when number % 5 < 2 then 'OPEN' else 'CLOSED' end,
    made.at, made.at, case when number % 5 >= 2 then made.at + interval '1 hour' end,
    case when number % 5 >= 2 then 'ENDED' end, 'epoch', device.org_id, device.vendor_id, device.model_id
  from generate_series($1::integer, $2::integer) as number
    cross join lateral (select now() - ($3::integer - number) * (interval '60 days' / $3::integer) as at) as made
    join cast_device target on target.place = number % (select count(*) from cast_device)
    join device on device.id = target.id on conflict do nothing`

const requestsSql = `with made as (insert into device_apply (kind, state, org_id, from_org_id, to_org_id, quantity, reason,
      expires_at, created_at, created_by)
    select 'TRANSFER', (array['SUBMITTED', 'DONE', 'REJECTED', 'SOURCE_APPROVED'])[1 + number % 4], actor.org_id,
      actor.org_id, target.id, 2, 'Moves ' || number, now() + interval '9 days', now() - number * interval '1 minute', actor.id
    from generate_series(1, $1::integer) as number
      join cast_user actor on actor.place = number % (select count(*) from cast_user)
      join organization target on target.code = 'place-' || 1 + number % $2::integer
    returning id, reason)
  insert into device_apply_item (apply_id, sn, device_id)
    select made.id, target.sn, target.id from made cross join generate_series(0, 1) as turn
      join cast_device target on target.place = (substr(made.reason, 7)::integer * 2 + turn) % (select count(*) from cast_device)`

/** Profiles of many organisations and of models within them, each published once. */
const profilesSql = `with made as (insert into functional (name, level, org_id, model_id, settings, revision)
      select 'Profile ' || number, case when number % 3 = 0 then 'MODEL' else 'ORGANIZATION' end, place.id,
        case when number % 3 = 0 then model.id end, jsonb_build_object('volume', number % 100), 1
      from generate_series(1, $1::integer) as number
        join organization place on place.code = 'place-' || 1 + number % $2::integer
        join model on model.code = 'model-' || 1 + number % $3::integer
      on conflict do nothing returning id, settings)
  insert into functional_revision (functional_id, revision, settings, device_count) select id, 1, settings, 0 from made`

/** Alarms that one statement writes: its triggers look at each. */
const slice = 10_000

/** Groups, labels, alarms, requests and profiles. After the records, whose cast it takes. */
export async function fillGathered(db: Runner, sizes: EstateSizes): Promise<void> {
  const { groups, alarms, requests, organizations, models } = sizes
  await db.query(groupsSql, [groups, organizations - 1])
  await db.query(usesSql)
  await db.query(membersSql)
  await db.query(labelsSql)
  await db.query(labelledSql)
  for (let from = 1; from <= alarms; from += slice)
    await db.query(alarmsSql, [from, Math.min(from + slice - 1, alarms), alarms])
  await db.query(requestsSql, [requests, organizations - 1])
  await db.query(profilesSql, [groups, organizations - 1, models])
  // The members are there already; nobody has to find them.
  await db.query('truncate device_changed, alarm_signal')
}
