import {
  applies,
  appliesPath,
  type Apply,
  codes,
  type DetailedApply,
  type ParsedOf,
  type TextKey,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { giveNotice } from '../../notice/index.ts'
import { modelScope } from '../deviceScope.ts'
import {
  applyPage,
  applyScope,
  findApply,
  type LockedApply,
  lockApply,
  seenOf,
  settleApply,
} from './apply.queries.ts'
import { applyDays, approvalOf, movableBy, namesTerminals } from './apply.rules.ts'
import { moveTerminals } from './moveTerminals.ts'
import { commonPlace, keepItems, namedTerminals } from './terminals.queries.ts'
import { claim, unclaimedPage } from './unclaimed.ts'

/** Requests about terminals that somebody else has to decide. */
export const applyRoutes = serve(applies, applyScope, {
  page: ({ query }, ctx) => applyPage(ctx, query),
  detail: async ({ params: { id } }, ctx) => ({
    ...(await findApply(ctx, id)),
    items: await itemsOf(ctx, id),
  }),
  add: ({ body }, ctx) => ask(ctx, body),
  approve: ({ params: { id } }, ctx) => approve(ctx, id),
  approveMany: async ({ body: { ids } }, ctx) => {
    for (const id of ids) await approve(ctx, id)
    return { count: ids.length }
  },
  reject: async ({ params: { id }, body: { reason } }, ctx) => {
    const found = await lockApply(ctx, id, 'reject')
    const seen = await sightOf(ctx, found)
    if (!seen.seesSource && !seen.seesTarget) throw notYours()
    await settleApply(ctx, found, { state: 'REJECTED', ...decided(ctx), decision: reason })
    await tell(ctx, found, reason)
    return { count: 1 }
  },
  withdraw: async ({ params: { id } }, ctx) => {
    const found = await lockOwn(ctx, id, 'withdraw')
    await settleApply(ctx, found, { state: 'WITHDRAWN', expiresAt: null })
    return { count: 1 }
  },
  execute: async ({ params: { id } }, ctx) => {
    const found = await lockApply(ctx, id, 'execute')
    requireOther(ctx, found)
    const { seesSource, seesTarget } = await sightOf(ctx, found)
    if (!seesSource || !seesTarget) throw notYours()
    await moveTerminals(ctx, found)
    return { count: 1 }
  },
  remove: async ({ params: { id } }, ctx) => {
    const found = await lockOwn(ctx, id, 'remove')
    await ctx.db.deleteFrom('deviceApply').where('id', '=', id).execute()
    ctx.note({ targetIds: [id], about: { applyNo: found.applyNo } })
    ctx.changed(appliesPath, [id], [found.orgId])
    return { count: 1 }
  },
  unclaimed: ({ query }, ctx) => unclaimedPage(ctx, query),
  claim: ({ params: { orgId }, body: { ids } }, ctx) => claim(ctx, orgId, ids),
})

type Fields = ParsedOf<typeof applies.add>['body']

/** Lays a request before those who decide; refuses what its caller does not see. */
async function ask(ctx: Context, body: Fields): Promise<Apply> {
  const { kind, toOrgId, expectedDate, reason } = body
  const seen = await seenOf(ctx, [toOrgId, body.fromOrgId])
  if (!seen.has(toOrgId)) throw fieldRefusal('toOrgId', 'rule.unknownRecord')
  const named = namesTerminals(kind) ? await nameTerminals(ctx, body) : []
  const place = { modelId: null, quantity: named.length }
  const asked = namesTerminals(kind)
    ? { ...place, fromOrgId: await commonPlace(ctx, named) }
    : await stockOf(ctx, body, seen)
  const { id } = await ctx.db
    .insertInto('deviceApply')
    .values({
      ...asked,
      kind,
      toOrgId,
      expectedDate,
      reason,
      orgId: ctx.principal.orgId,
      createdBy: ctx.principal.userId,
      expiresAt: new Date(ctx.now().getTime() + applyDays * 86_400_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepItems(ctx, id, named)
  const made = await findApply(ctx, id)
  ctx.note({ targetIds: [id], after: made })
  ctx.changed(appliesPath, [id], [ctx.principal.orgId, toOrgId, ...listOf(asked.fromOrgId)])
  return made
}

const listOf = (id: string | null) => (id === null ? [] : [id])

/** Of a request for stock: whose, which model and how many. */
async function stockOf(ctx: Context, body: Fields, seen: ReadonlySet<string>) {
  const { fromOrgId, toOrgId, modelId, quantity } = body
  if (!fromOrgId) throw fieldRefusal('fromOrgId', 'rule.required')
  if (!seen.has(fromOrgId)) throw fieldRefusal('fromOrgId', 'rule.unknownRecord')
  if (fromOrgId === toOrgId) throw fieldRefusal('toOrgId', 'apply.sameOrganization')
  if (!modelId) throw fieldRefusal('modelId', 'rule.required')
  if (!quantity) throw fieldRefusal('quantity', 'rule.required')
  const { rows } = await sql`select from model as row
    where id = ${modelId} and deleted_at is null and ${modelScope.rows(ctx.principal)}`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw fieldRefusal('modelId', 'rule.unknownRecord')
  return { fromOrgId, modelId, quantity }
}

/** The terminals that a request names: each of them has to be able to move as things are. */
async function nameTerminals(ctx: Context, { kind, sns, toOrgId }: Fields) {
  const wanted = [...new Set(sns)]
  if (wanted.length === 0) throw fieldRefusal('sns', 'rule.required')
  const named = await namedTerminals(ctx, wanted)
  const known = new Set(named.map(({ sn }) => sn))
  requireNone(
    wanted.filter((sn) => !known.has(sn)),
    'apply.unknownTerminals',
  )
  const unfit = named.filter(({ lifecycle }) => !movableBy[kind].includes(lifecycle))
  requireNone(
    unfit.map(({ sn }) => sn),
    kind === 'CLAIM' ? 'apply.unfit.CLAIM' : 'apply.unfit.TRANSFER',
  )
  const there = named.filter(({ orgId }) => orgId === toOrgId && kind === 'TRANSFER')
  requireNone(
    there.map(({ sn }) => sn),
    'apply.alreadyThere',
  )
  return named
}

/** So many are named in a sentence. */
const mostListed = 5

function requireNone(sns: readonly string[], text: TextKey): void {
  if (sns.length === 0) return
  const listed = sns.slice(0, mostListed).join(', ') + (sns.length > mostListed ? ' …' : '')
  throw fieldRefusal('sns', text, { sns: listed })
}

async function approve(ctx: Context, id: string) {
  const found = await lockApply(ctx, id, 'approve')
  requireOther(ctx, found)
  const approval = approvalOf(found.state, await sightOf(ctx, found))
  if (approval === 'SOURCE_FIRST') throw new Refusal(codes.wrongState, 'apply.sourceFirst')
  if (approval === 'NOT_YOURS') throw notYours()
  if (approval === 'PASS_ON') {
    await settleApply(ctx, found, { state: 'SOURCE_APPROVED', ...decided(ctx) })
    return { count: 1 }
  }
  await moveTerminals(ctx, found)
  await tell(ctx, found)
  return { count: 1 }
}

/** Nobody decides about what he asked for himself. */
function requireOther(ctx: Context, { createdBy }: LockedApply): void {
  if (createdBy === ctx.principal.userId) throw new Refusal(codes.warning, 'apply.own')
}

const notYours = () => new Refusal(codes.warning, 'apply.notYours')

async function lockOwn(ctx: Context, id: string, move: Parameters<typeof lockApply>[2]) {
  const found = await lockApply(ctx, id, move)
  if (found.createdBy !== ctx.principal.userId) throw new Refusal(codes.warning, 'apply.notOwn')
  return found
}

async function sightOf(ctx: Context, { fromOrgId, toOrgId }: LockedApply) {
  const seen = await seenOf(ctx, [fromOrgId, toOrgId])
  return { seesSource: fromOrgId === null || seen.has(fromOrgId), seesTarget: seen.has(toOrgId) }
}

const decided = (ctx: Context) => ({
  decidedBy: ctx.principal.userId,
  decidedAt: ctx.now().toISOString(),
})

/** Tells whoever asked; a rejection has its reason. */
async function tell(
  ctx: Context,
  { applyNo, createdBy }: LockedApply,
  reason?: string,
): Promise<void> {
  const link = `/device/apply?keyword=${applyNo}`
  const [textKey, values]: [TextKey, Record<string, string>] =
    reason === undefined
      ? ['notice.apply.approved', { applyNo }]
      : ['notice.apply.rejected', { applyNo, reason }]
  const notice = { textKey, severity: 'INFO', values, link } as const
  await giveNotice(ctx, { userIds: [createdBy], ...notice })
}

type Item = DetailedApply['items'][number]

async function itemsOf(ctx: Context, id: string): Promise<Item[]> {
  const { rows } = await sql<Item>`select item.sn, device.id as device_id, device.lifecycle,
      item.moved_at, item.fault
    from device_apply_item item left join device on device.id = item.device_id
      and device.deleted_at is null
    where item.apply_id = ${id} order by item.sn`.execute(ctx.db)
  return rows
}
