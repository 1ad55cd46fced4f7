import { codes, commandFeatures, countCap, type devices } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition, PageQuery } from '../../../kit/page.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Handler, Handlers } from '../../../kit/serve.ts'
import { modelScope } from '../deviceScope.ts'
import { requireRights } from '../push/rights.ts'
import { commandsOf, rulesOf } from '../matrix/rules.queries.ts'
import { countItems, findDevice, listItems } from './command.queries.ts'
import { giveAll } from './giveAll.ts'
import { giveOne } from './giveOne.ts'
import { shellCommandsOf } from './shell.queries.ts'

/** What can be asked of one terminal or of many, and what became of it. */
export const commandHandlers: Handlers<
  Pick<
    typeof devices,
    | 'command'
    | 'shellCommands'
    | 'supports'
    | 'rebootMany'
    | 'syncMany'
    | 'locateMany'
    | 'messageMany'
    | 'commandMany'
    | 'tasks'
  >
> = {
  command: async ({ params, body }, ctx) => {
    requireRights(ctx, [{ kind: body.cmd, args: {} }])
    return showItem(ctx, await giveOne(ctx, params.id, body))
  },
  supports: async (_, ctx) => {
    const wanted = { codes: Object.values(commandFeatures), models: modelsOf(ctx) }
    const rules = await rulesOf(ctx.db, wanted)
    return rules.flatMap(({ code, ...rule }) => commandsOf(code).map((cmd) => ({ ...rule, cmd })))
  },
  shellCommands: (_, ctx) => shellCommandsOf(ctx.db, modelsOf(ctx)),
  rebootMany: ({ body: { ids, ...more } }, ctx) => giveAll(ctx, ids, { cmd: 'REBOOT', ...more }),
  syncMany: ({ body: { ids, ...more } }, ctx) => giveAll(ctx, ids, { cmd: 'SYNC', ...more }),
  locateMany: ({ body: { ids, ...more } }, ctx) => giveAll(ctx, ids, { cmd: 'LOCATE', ...more }),
  messageMany: ({ body: { ids, ...more } }, ctx) => giveAll(ctx, ids, { cmd: 'MESSAGE', ...more }),
  commandMany: ({ body: { ids, command } }, ctx) => {
    requireRights(ctx, [{ kind: command.cmd, args: {} }])
    return giveAll(ctx, ids, command)
  },
  tasks: (request, ctx) => pageItems(request, ctx),
}

/** The models that the caller sees. */
const modelsOf = (ctx: Context) =>
  sql<SqlBool>`model.deleted_at is null and model.id in (select id from model as row
    where ${modelScope.rows(ctx.principal)})`

/** A command as the console shows it. */
export async function showItem(ctx: Context, id: string) {
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
