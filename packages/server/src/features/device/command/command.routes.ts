import {
  codes,
  commandPermissions,
  type CommandRequest,
  countCap,
  deviceMessages,
  type devices,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { type Context, mayCall } from '../../../kit/context.ts'
import { tell } from '../../../kit/outbox.ts'
import type { Condition, PageQuery } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Handler, Handlers } from '../../../kit/serve.ts'
import { parameter } from '../../system/parameter/index.ts'
import { permittedIn } from '../lifecycle.rules.ts'
import { tasksPath } from '../paths.ts'
import { countItems, countOpen, findDevice, insertItem, listItems } from './command.queries.ts'

/** A terminal works its commands off one by one: more than these would only wait. */
const maxOpenItems = 50

/** What can be asked of one terminal, and what became of it. */
export const commandHandlers: Handlers<Pick<typeof devices, 'command' | 'tasks'>> = {
  command: async ({ params, body }, ctx) => {
    const permission = commandPermissions[body.cmd]
    if (!mayCall(ctx.principal, permission))
      throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
    const device = await findDevice(ctx, params.id)
    if (device.status === 0) throw new Refusal(codes.wrongState, 'command.disabledTerminal')
    if (!permittedIn(device.lifecycle).commands.includes(body.cmd))
      throw new Refusal(codes.wrongState, 'command.wrongState')
    if ((await countOpen(ctx, device.id, maxOpenItems)) === maxOpenItems)
      throw new Refusal(codes.tooManyRequests, 'command.tooMany')
    const queuedAt = ctx.now()
    const expiresAt = new Date(queuedAt.getTime() + (await lifeOf(ctx, body)) * 1000)
    const { id: deviceId } = device
    const item = await insertItem(ctx, { deviceId, request: body, queuedAt, expiresAt })
    await tell(ctx, deviceMessages.commandNotice, {
      to: { sn: device.sn, messageId: item.messageId, expiresAt: expiresAt.getTime() },
      body: { item: item.id, cmd: body.cmd, args: body.args, attempt: 1 },
    })
    ctx.changed(tasksPath(device.id), [item.id], [device.orgId])
    const { sn, id: targetId } = device
    const after = { item: item.id, cmd: body.cmd, args: body.args }
    ctx.note({ targetIds: [targetId], about: { sn }, after })
    return showItem(ctx, item.id)
  },
  tasks: (request, ctx) => pageItems(request, ctx),
}

/** Seconds that a command is worth delivering. */
const lifeOf = async ({ db }: Context, { ttlSeconds }: CommandRequest): Promise<number> =>
  ttlSeconds ?? (await parameter(db, 'task.default.ttl.hours')) * 3600

async function showItem(ctx: Context, id: string) {
  const one = {
    conditions: [sql<SqlBool>`item.id = ${id}`],
    order: sql`item.id`,
    limit: 1,
    offset: 0,
  }
  const [item] = await listItems(ctx, one)
  if (!item) throw new Error('a command vanished in its own transaction')
  return item
}

const pageItems: Handler<(typeof devices)['tasks']> = async ({ params, query }, ctx) => {
  const device = await findDevice(ctx, params.id)
  const { pageNum, pageSize, state, keyword } = query
  const conditions: Condition[] = [sql<SqlBool>`item.device_id = ${device.id}`]
  if (state) conditions.push(sql<SqlBool>`item.state = ${state}`)
  if (keyword) conditions.push(sql<SqlBool>`item.cmd = upper(${keyword})`)
  const offset = (pageNum - 1) * pageSize
  const list = await listItems(ctx, { conditions, order: orderOf(query), limit: pageSize, offset })
  const counted = await countItems(ctx, conditions, countCap + 1)
  return { list, total: Math.min(counted, countCap), capped: counted > countCap, pageNum, pageSize }
}

const sortable: ReadonlyMap<string, string> = new Map([
  ['createdAt', 'item.created_at'],
  ['cmd', 'item.cmd'],
  ['state', 'item.state'],
  ['endedAt', 'item.ended_at'],
  ['expiresAt', 'item.expires_at'],
])

/** The newest first, where the caller names no order. */
function orderOf({ sortField, sortOrder }: Pick<PageQuery, 'sortField' | 'sortOrder'>) {
  if (sortField === undefined) return sql`item.created_at desc, item.id desc`
  const column = sortable.get(sortField)
  if (!column) throw new Refusal(codes.badRequest, 'refusal.unknownSort')
  const direction = sortOrder === 'desc' ? sql`desc` : sql`asc`
  return sql`${sql.ref(column)} ${direction} nulls last, item.id ${direction}`
}
