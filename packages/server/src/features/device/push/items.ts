import {
  countCap,
  type ParsedOf,
  type mqttTasks,
  type PushItem,
  type PushKind,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, type Page } from '../../../kit/page.ts'
import { toldBy } from '../../../kit/pageOrder.ts'
import { notFound } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { provedAt } from '../command/proved.queries.ts'
import { waits } from '../command/waits.queries.ts'
import { tasksPath } from '../paths.ts'
import { handedFileOf } from '../handed/handed.queries.ts'
import { pushChanged } from './announcePushes.ts'
import { callOff, canBeCalledOff } from './callOff.queries.ts'
import { pushScope } from './control.ts'
import { itemScope } from './retry.queries.ts'
import { requireRights } from './rights.ts'

type Query = ParsedOf<(typeof mqttTasks)['items']>['query']

/** Whose sight counts. */
type Reader = Pick<Context, 'db' | 'principal'>

/** What a walk over all pages knows of the page before. */
interface Walked {
  readonly total?: number
  readonly after?: Pick<PushItem, 'state' | 'id'>
}

const open = sql`item.ended_at is null`
const failed = sql`item.state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT', 'CANCELLED')`

/** One page of a push's terminals, those of a state together. */
export async function pageItems(
  ctx: Reader,
  query: Query & Walked,
  kinds: readonly string[],
): Promise<Page<PushItem>> {
  const { pageNum, pageSize, pushId, after } = query
  await requirePush(ctx, pushId, kinds)
  const where = allOf(conditionsOf(ctx, query))
  // A file of all of them goes on from its last row: no page is found by counting off those before.
  const further = after
    ? sql`(item.state, item.id) > (${after.state}, ${after.id}::uuid)`
    : sql`true`
  const skipped = after ? 0 : (pageNum - 1) * pageSize
  const { rows } = await sql<PushItem>`with page as materialized (
      select item.id from push_item item join device on device.id = item.device_id
      where ${where} and ${further} order by item.state, item.id limit ${pageSize} offset ${skipped})
    select item.id, item.push_id, item.device_id, device.sn, device.name as device_name, place.name as org_name,
      model.name as model_name, case when online.device_id is not null then 'ONLINE'
        when state.device_id is not null then 'OFFLINE' else 'NEVER' end as presence,
      item.state, item.step, item.percent, item.code, item.message, item.attempt,
      ${waits},
      item.published_at, item.acked_at as accepted_at, item.ended_at, ${provedAt} as proved_at, item.bytes, item.expires_at,
      ${handedFileOf(sql`item.id`, ctx.principal)} as file,
      (select found.document ->> 'button' from command_result found where found.item_id = item.id) as answer
    from page join push_item item on item.id = page.id join push on push.id = item.push_id
      join device on device.id = item.device_id
      join organization place on place.id = device.org_id join model on model.id = device.model_id
      left join device_online online on online.device_id = device.id
      left join device_state state on state.device_id = device.id
    order by item.state, item.id`.execute(ctx.db)
  const total = query.total ?? toldBy(rows, query) ?? (await countItems(ctx, where))
  return {
    list: rows,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

/** How many there are, counted no further than lists are. */
async function countItems({ db }: Reader, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from push_item item join device on device.id = item.device_id where ${where}
    limit ${countCap + 1}) as matching`.execute(db)
  return rows[0]?.count ?? 0
}

function conditionsOf(ctx: Reader, { pushId, state, code, sn, keyword }: Query): Condition[] {
  const conditions: Condition[] = [
    sql<SqlBool>`item.push_id = ${pushId}`,
    itemScope.rows(ctx.principal),
  ]
  if (state === 'OPEN') conditions.push(sql<SqlBool>`${open}`)
  else if (state === 'FAILED_ANY') conditions.push(sql<SqlBool>`${failed}`)
  else if (state) conditions.push(sql<SqlBool>`item.state = ${state}`)
  if (code) conditions.push(sql<SqlBool>`item.code = ${code}`)
  const prefix = (sn ?? keyword)?.trim().toUpperCase()
  if (prefix) conditions.push(sql<SqlBool>`starts_with(device.sn, ${prefix})`)
  return conditions
}

async function requirePush(ctx: Reader, id: string, kinds: readonly string[]): Promise<void> {
  const { rows } = await sql`select from push where id = ${id}
    and kind = any(${[...kinds]}::text[]) and ${pushScope.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
}

/** Ends of a push that are none of success, with their error codes, the most frequent first. */
export async function errorsOf(ctx: Context, id: string, kinds: readonly string[]) {
  await requirePush(ctx, id, kinds)
  const { rows } = await sql<{ state: string; code: string | null; count: number }>`
    select item.state, item.code, count(*)::integer as count
    from push_item item join device on device.id = item.device_id
    where item.push_id = ${id} and item.state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT', 'CANCELLED', 'FILTERED',
      'DUPLICATE', 'OFFLINE_SKIPPED') and ${itemScope.rows(ctx.principal)}
    group by 1, 2 order by 3 desc, 1, 2`.execute(ctx.db)
  return rows
}

interface Excluded {
  readonly id: string
  readonly pushId: string
  readonly deviceId: string
  readonly orgId: string
  readonly pushOrgId: string
  readonly sn: string
  readonly isCancelled: boolean
}

/** {@link pushScope} where pushes are joined with their items. */
const seenPush = organizationsBy('push.orgId')

/** Passes by terminals of pushes that the caller sees. */
export const excludeFromSeen = (ctx: Context, ids: readonly string[], kinds: readonly string[]) =>
  excludeItems(ctx, ids, { kinds, pushes: seenPush.rows(ctx.principal) })

/** Of which pushes terminals are passed by. */
interface OfPushes {
  readonly kinds: readonly string[]
  readonly pushes?: Condition
}

/**
 * Passes by terminals that the caller sees: those that were told are told to leave it be, those that are done are named.
 * Results of plans are called off by whoever sees them: their pushes are of the organisation of whoever began the plan.
 */
export async function excludeItems(
  ctx: Context,
  ids: readonly string[],
  { kinds, pushes = sql<SqlBool>`true` }: OfPushes,
) {
  const { rows } = await sql<Excluded>`with mine as materialized (
      select item.id, item.push_id, item.device_id, device.org_id, push.org_id as push_org_id, device.sn,
        ${canBeCalledOff} as is_cancelled
      from push_item item join device on device.id = item.device_id join push on push.id = item.push_id
      where item.id = any(${[...ids]}::uuid[]) and push.kind = any(${[...kinds]}::text[])
        and ${itemScope.rows(ctx.principal)} and ${pushes}
      order by item.id for update of item),
    done as (update push_item item set ${callOff}
      from mine where item.id = mine.id and mine.is_cancelled returning item.id)
    select mine.* from mine`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  await requireRightsOf(ctx, [...new Set(rows.map(({ pushId }) => pushId))])
  const done = rows.filter(({ isCancelled }) => isCancelled)
  for (const { id, deviceId, orgId } of done) ctx.changed(tasksPath(deviceId), [id], [orgId])
  for (const { pushId, pushOrgId } of done) pushChanged(ctx, { id: pushId, orgId: pushOrgId })
  ctx.note({ targetIds: done.map(({ id }) => id), after: { excluded: done.map(({ sn }) => sn) } })
  const reason = translate(ctx.language, 'push.alreadyEnded')
  const refused = rows
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ id, sn }) => ({ id, name: sn, reason }))
  return { count: done.length, refused }
}

async function requireRightsOf(ctx: Context, pushIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ kind: PushKind; args: object }>`select kind, args from push
    where id = any(${[...pushIds]}::uuid[])`.execute(ctx.db)
  requireRights(ctx, rows)
}
