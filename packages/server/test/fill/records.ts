import type { EstateSizes, Runner } from './sizes.ts'

/** Rows that one statement adds, and its transaction with it. */
const slice = 100_000

/** Who acts, and on which terminals: numbered, so that a row finds its own by a hash. */
export const castActorsSql = `
  create temporary table if not exists cast_user as
    select row_number() over (order by user_name) - 1 as place, id, user_name, org_id
    from app_user where user_name ^@ 'user-';
  create temporary table if not exists cast_device as
    select row_number() over (order by sn) - 1 as place, id, sn
    from (select id, sn from device order by hashtext(sn) limit 20000) as chosen;
  analyze cast_user, cast_device`

const actor = (salt: number) =>
  `cast_user actor on actor.place = abs(hashint4(number + ${salt})) % (select count(*) from cast_user)`
const target = (salt: number) =>
  `cast_device target on target.place = abs(hashint4(number + ${salt})) % (select count(*) from cast_device)`
const span = `generate_series($1::integer, $2::integer) as number`
const address = `'10.' || abs(hashint4(number)) % 200 || '.' || abs(hashint4(number + 1)) % 250 || '.' || number % 250`
/** A moment within so many days: the later rows are the newer ones. */
const moment = (days: number) =>
  `now() - ($3::integer - number) * (interval '${days} days' / $3::integer)`

/** The months that the log would have had, had it been written when its entries say. */
const monthsSql = `
  do $$ declare first date; name text; begin
    for first in select generate_series(date_trunc('month', now()) - interval '3 months',
        now() + interval '1 month', interval '1 month') loop
      name := 'action_log_' || to_char(first, 'YYYYMM');
      execute format('create table if not exists %I partition of action_log for values from (%L) to (%L)',
        name, first, first + interval '1 month');
      execute format('create or replace trigger keep before truncate on %I
        for each statement execute function append_only()', name);
    end loop;
  end $$`

const actionsSql = `insert into action_log (at, user_id, user_name, org_id, method, path, permission, target_ids,
    request, after, code, ip, duration_ms, request_id)
  select ${moment(90)}, actor.id, actor.user_name, actor.org_id,
    case when number % 3 = 0 then 'POST' else 'PUT' end, '/admin/device/v1/device/update',
    (array['DEVICE_EDIT', 'DEVICE_ADD', 'USER_EDIT', 'VENDOR_EDIT'])[1 + number % 4], array[target.id::text],
    jsonb_build_object('sn', target.sn), jsonb_build_object('sn', target.sn, 'name', 'Till ' || number % 5000),
    case when number % 20 = 0 then 40300 else 200 end, ${address}, number % 90, 'r' || number
  from ${span} join ${actor(1)} join ${target(2)}`

const signInsSql = `insert into sign_in_log (at, user_name, user_id, ip, user_agent, result)
  select ${moment(90)}, actor.user_name, actor.id, ${address}, 'Browser',
    case when number % 9 = 0 then 'WRONG_PASSWORD' else 'SUCCESS' end
  from ${span} join ${actor(3)}`

const tasksSql = `insert into async_task (type, title, params, principal, org_id, created_by, language, state, total,
    done, failed, attempts, created_at, started_at, ended_at)
  select (array['EXPORT', 'BATCH', 'IMPORT'])[1 + number % 3], 'Work ' || number, '{}', '{}', actor.org_id, actor.id,
    'en', (array['SUCCESS', 'SUCCESS', 'PARTIAL', 'FAILED', 'CANCELLED'])[1 + number % 5], 100, 100, number % 5, 1,
    ${moment(90)}, ${moment(90)}, ${moment(90)} + interval '1 minute'
  from ${span} join ${actor(4)}`

const commandsSql = `insert into push_item (device_id, cmd, args, state, created_at, created_by, ended_at, expires_at)
  select target.id, 'REBOOT', '{}', (array['SUCCESS', 'SUCCESS', 'FAILED', 'EXPIRED'])[1 + number % 4],
    ${moment(5)}, actor.id, ${moment(5)} + interval '1 minute', ${moment(5)} + interval '1 hour'
  from ${span} join ${actor(5)} join ${target(6)}`

const filesSql = `insert into file_task (name, kind, source, media_type, rows, bytes, sha256, state, org_id, created_by,
    created_at, expires_at)
  select 'Terminals ' || number || '.xlsx', 'EXPORT', '/admin/device/v1/device/page', 'text/csv', number % 9000,
    1000 + number % 100000, sha256(number::text::bytea),
    case when number % 30 = 0 then 'FAILED' when number % 3 = 0 then 'READY' else 'EXPIRED' end,
    actor.org_id, actor.id, ${moment(90)}, now() + interval '30 days'
  from ${span} join ${actor(7)}`

const uploadsSql = `insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by, created_at)
  select 'package-' || number || '.zip', 'firmware', 1000 + number, sha256(('upload ' || number)::bytea), 5000000,
    'STORED', actor.org_id, actor.id, ${moment(90)}
  from ${span} join ${actor(8)}`

/** What people and terminals have done: logs, tasks, commands and files. Needs one connection. */
export async function fillRecords(
  db: Runner,
  { actions, signIns, tasks, files }: EstateSizes,
): Promise<void> {
  await db.query(castActorsSql)
  await db.query(monthsSql)
  await inSlices(db, actionsSql, actions)
  await inSlices(db, signInsSql, signIns)
  await inSlices(db, tasksSql, tasks)
  await inSlices(db, commandsSql, tasks)
  await inSlices(db, filesSql, files)
  await inSlices(db, uploadsSql, files)
}

async function inSlices(db: Runner, text: string, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += slice)
    await db.query(text, [from, Math.min(from + slice - 1, rows), rows])
}
