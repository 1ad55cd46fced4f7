import {
  type Awaited,
  depotPermission,
  type GivenCommand,
  needsSecondPerson,
  type TaskItem,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayCall, type Principal } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { handedFileOf } from '../handed/handed.queries.ts'
import { deviceScope } from '../deviceScope.ts'
import { pushChanged } from '../push/announcePushes.ts'
import { tellApprovers } from '../push/approvalNotices.ts'
import { approvalSize, graceOf } from '../push/mass.ts'
import { maxOpenItems } from '../why/gates.rules.ts'
import { unanswered } from './command.rules.ts'
import { provedAt } from './proved.queries.ts'
import { waits } from './waits.queries.ts'
import { shownArgs } from './sealedArgs.ts'

export interface FoundDevice {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly modelId: string
  readonly agentVersion: string | null
  readonly firmware: string | null
  readonly lifecycle: string
  readonly status: number
  readonly version: number
  /** The caller may serve terminals in repair. */
  readonly servesDepot: boolean
  /** Commands that are not at their end, counted no further than {@link maxOpenItems}. */
  readonly openItems: number
}

/** The terminal, where the caller may see it. */
export async function findDevice(ctx: Context, id: string): Promise<FoundDevice> {
  const [device] = await findDevices(ctx, [id])
  if (!device) throw notFound()
  return device
}

/**
 * Those of some terminals that the caller may see, kept as they are until the commit: none changes
 * its state while it is given a command. Locked in the order in which everybody locks them.
 */
export async function holdDevices(ctx: Context, ids: readonly string[]): Promise<FoundDevice[]> {
  await sql`select from device where id = any(${[...ids]}::uuid[])
    and ${deviceScope.rows(ctx.principal)} order by id for share`.execute(ctx.db)
  return findDevices(ctx, ids)
}

/** Those of some terminals that the caller may see. */
const findDevices = (ctx: Context, ids: readonly string[]): Promise<FoundDevice[]> =>
  readDevices(ctx, ids, deviceScope.rows(ctx.principal))

/** Some terminals whoever sees them: only for who has been let at them by other means than his sight. */
export const unscopedDevices = (ctx: Context, ids: readonly string[]): Promise<FoundDevice[]> =>
  readDevices(ctx, ids, sql<SqlBool>`true`)

async function readDevices(
  ctx: Context,
  ids: readonly string[],
  seen: RawBuilder<SqlBool>,
): Promise<FoundDevice[]> {
  const { rows } =
    await sql<FoundDevice>`select id, sn, ${mayCall(ctx.principal, depotPermission)}::boolean as serves_depot, org_id, model_id, agent_version, firmware, lifecycle, status, version,
      (select count(*) from (select from push_item item
        where item.device_id = device.id and item.ended_at is null limit ${maxOpenItems}) as open_item) as open_items
    from device where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${seen}
    order by sn`.execute(ctx.db)
  return rows
}

/** A command, and whether it has been decided on already by whoever had to. */
export type Asked = GivenCommand & { readonly isDecided?: true }

export interface NewItem {
  readonly deviceId: string
  readonly request: Asked
  readonly queuedAt: Date
  readonly expiresAt: Date
}

/** Writes a command that is ready to go out, as a push of one. */
export async function insertItem(
  ctx: Context,
  { deviceId, request, queuedAt, expiresAt }: NewItem,
): Promise<{ id: string; messageId: string }> {
  const { userId, orgId } = ctx.principal
  const { id: pushId } = await writePush(ctx, { request, queuedAt, expiresAt, ids: [deviceId] }, 1)
  const { rows } = await sql<{ id: string; messageId: string }>`insert into push_item
      (id, push_id, device_id, cmd, state, created_at, queued_at, created_by, sender_org_id, expires_at)
    values (item_of(${pushId}), ${pushId}, ${deviceId}, ${request.cmd}, 'QUEUED', ${queuedAt}, ${queuedAt},
      ${userId}, ${orgId}, ${expiresAt})
    returning id, message_id`.execute(ctx.db)
  const [item] = rows
  if (!item) throw new Error('a command was not written')
  return item
}

interface WrittenPush {
  readonly id: string
  readonly taskNo: string
  /** Not one that a task has begun before. */
  readonly isNew: boolean
  /** Until when it can be taken back. */
  readonly graceUntil: string | null
  /** It leaves when a second person has let it go. */
  readonly waits: boolean
}

const wantedBy = ({ cmd, args }: Asked) => ({ kind: cmd, args })

/**
 * Writes the push of terminals that are given the same now, being so many with those to come; those that
 * a task gives bit by bit are one.
 */
async function writePush(
  ctx: Context,
  { request, queuedAt, expiresAt, ids }: Omit<NewItem, 'deviceId'> & { ids: readonly string[] },
  total: number,
): Promise<WrittenPush> {
  const { userId, orgId } = ctx.principal
  const { waits, graceUntil } = await termsOf(ctx, { request, queuedAt, total })
  const { rows } = await sql<Omit<WrittenPush, 'waits'>>`insert into push as known
      (id, task_no, kind, title, args, org_id, state, needs_approval, targets, expanded_at, size, expires_at, created_at,
        created_by, grace_until)
    values (coalesce(${ctx.taskId ?? null}::uuid, uuid7()), next_task_no(${queuedAt}), ${request.cmd}, '',
      ${JSON.stringify(request.args)}::jsonb, ${orgId}, ${waits ? 'APPROVAL' : 'RUNNING'}, ${waits},
      ${JSON.stringify(ids.length === 1 ? { ids } : { ids: [] })}::jsonb, ${queuedAt}, ${ids.length}, ${expiresAt},
      ${queuedAt}, ${userId}, ${graceUntil})
    on conflict (id) do update set size = known.size + excluded.size,
      expires_at = greatest(known.expires_at, excluded.expires_at)
    returning id, task_no, size = ${ids.length} as is_new, grace_until`.execute(ctx.db)
  const [push] = rows
  if (!push) throw new Error('a push was not written')
  if (waits && push.isNew)
    await tellApprovers(ctx, { ...push, ...wantedBy(request), orgId, createdBy: userId })
  pushChanged(ctx, { id: push.id, orgId })
  return { ...push, waits }
}

interface Many extends Pick<NewItem, 'request' | 'queuedAt'> {
  readonly total: number
}

/** Whether a second person approves what so many terminals are given, and until when it can be taken back. */
async function termsOf({ db }: Context, { request, queuedAt, total }: Many) {
  if (request.isDecided) return { waits: false, graceUntil: null }
  const waits = needsSecondPerson(request.cmd) || total >= (await approvalSize(db))
  return { waits, graceUntil: await graceOf(db, total, queuedAt) }
}

export interface NewItems extends Omit<NewItem, 'deviceId' | 'expiresAt'> {
  readonly devices: readonly { readonly id: string; readonly expiresAt: Date }[]
}

/**
 * Writes the same command for many terminals; each is due at once, or when it cannot be taken back any
 * more. All that a task gives is one push, which may wait for a second person.
 */
export async function insertDueItems(
  ctx: Context,
  { devices, request, queuedAt }: NewItems,
): Promise<{ readonly items: { id: string; deviceId: string }[]; readonly awaits?: Awaited }> {
  const { userId, orgId } = ctx.principal
  const expiresAt = new Date(Math.max(...devices.map((device) => device.expiresAt.getTime())))
  const ids = devices.map(({ id }) => id)
  const total = Math.max(ids.length, ctx.among?.length ?? 0)
  const {
    id: pushId,
    graceUntil,
    waits,
  } = await writePush(ctx, { request, queuedAt, expiresAt, ids }, total)
  const { rows } = await sql<{ id: string; deviceId: string }>`insert into push_item
      (id, push_id, device_id, cmd, state, created_at, queued_at, next_publish_at, waits_for, created_by, sender_org_id,
        expires_at)
    select item_of(${pushId}), ${pushId}, device_id, ${request.cmd}, 'QUEUED',
      ${queuedAt}, ${queuedAt}, greatest(now(), ${graceUntil}::timestamptz),
      case when ${graceUntil}::timestamptz > now() then 'GRACE' end, ${userId}, ${orgId}, expires_at
    from unnest(${ids}::uuid[],
      ${devices.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]) as chosen (device_id, expires_at)
    returning id, device_id`.execute(ctx.db)
  return { items: rows, ...(waits && { awaits: { pushId, kind: request.cmd } }) }
}

const itemColumns = (reader: Principal) => sql`item.id, item.push_id, item.device_id, item.cmd,
  coalesce(item.args, push.args, '{}') as args, item.state, item.step, item.percent, item.code,
  item.message, item.attempt, item.created_at, creator.user_name as created_by, item.queued_at,
  item.published_at, item.delivered_at, item.acked_at, item.ended_at, ${provedAt} as proved_at, item.expires_at, item.stale_reports,
  ${waits},
  (select found.document from command_result found where found.item_id = item.id) as result,
  ${handedFileOf(sql`item.id`, reader)} as file`

/** Commands as the console shows them; the caller has found their terminal before. */
export async function listItems(
  ctx: Context,
  parts: {
    readonly conditions: readonly Condition[]
    readonly order: RawBuilder<unknown>
    readonly limit: number
    readonly offset: number
  },
): Promise<TaskItem[]> {
  const { rows } = await sql<TaskItem>`select ${itemColumns(ctx.principal)} from push_item item
    join device on device.id = item.device_id
    left join push on push.id = item.push_id
    left join app_user creator on creator.id = item.created_by
    where ${allOf(parts.conditions)} order by ${parts.order}
    limit ${parts.limit} offset ${parts.offset}`.execute(ctx.db)
  return rows.map((item) => ({ ...item, args: shownArgs(item.cmd, item.args) }))
}

/** Commands to disabled terminals are not due any more: they go out when their terminal is enabled. */
export async function holdItems(ctx: Context, deviceIds: readonly string[]): Promise<void> {
  await sql`update push_item set next_publish_at = null, waits_for = null, waits_reason = null
    where device_id = any(${[...deviceIds]}::uuid[]) and ended_at is null
      and state = any(${[...unanswered]}::text[])`.execute(ctx.db)
}

/** Commands to terminals that were enabled are due in a moment, unless the gateway sends them before. */
export async function resumeItems(ctx: Context, deviceIds: readonly string[]): Promise<void> {
  await sql`update push_item set next_publish_at = now() + interval '3 seconds'
    where device_id = any(${[...deviceIds]}::uuid[]) and ended_at is null
      and (next_publish_at is null or state = 'QUEUED' and waits_for is null)
      and state = any(${[...unanswered, 'CANCELLING']}::text[])`.execute(ctx.db)
}

/** How many commands match, counted no further than `cap`. */
export async function countItems(
  ctx: Context,
  conditions: readonly Condition[],
  cap: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from push_item item where ${allOf(conditions)} limit ${cap}) matching`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
