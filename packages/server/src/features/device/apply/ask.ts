import {
  type applies,
  appliesPath,
  type Apply,
  isInPlace,
  mostReplaced,
  type ParsedOf,
  startsOf,
  type TextKey,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { modelScope } from '../deviceScope.ts'
import { findApply, seenOf } from './apply.queries.ts'
import { applyDays, movableBy, namesTerminals } from './apply.rules.ts'
import { tellApprovers } from './tellApply.ts'
import { commonPlace, keepItems, type Named, namedTerminals } from './terminals.queries.ts'

type Fields = ParsedOf<typeof applies.add>['body']

/** Lays a request before those who decide; refuses what its caller does not see. */
export async function ask(ctx: Context, body: Fields): Promise<Apply> {
  const { kind, expectedDate, reason } = body
  const named = namesTerminals(kind) ? await nameTerminals(ctx, body) : []
  const asked = await placesOf(ctx, body, named)
  const { id } = await ctx.db
    .insertInto('deviceApply')
    .values({
      ...asked,
      kind,
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
  const places = [ctx.principal.orgId, made.toOrgId, made.fromOrgId].filter((at) => at !== null)
  ctx.note({ targetIds: [id], after: made })
  ctx.changed(appliesPath, [id], places)
  await tellApprovers(ctx, [{ ...made, createdBy: ctx.principal.userId }], 'SUBMITTED')
  return made
}

/** Whose terminals they are and whose they are to be. */
async function placesOf(ctx: Context, body: Fields, named: readonly Named[]) {
  const { kind, toOrgId } = body
  const quantity = named.length
  if (isInPlace(kind)) {
    const place = await commonPlace(ctx, named)
    if (place === null) throw fieldRefusal('sns', 'rule.unknownRecord')
    return { fromOrgId: place, toOrgId: place, modelId: null, quantity }
  }
  if (!toOrgId) throw fieldRefusal('toOrgId', 'rule.required')
  const seen = await seenOf(ctx, [toOrgId, body.fromOrgId])
  if (!seen.has(toOrgId)) throw fieldRefusal('toOrgId', 'rule.unknownRecord')
  if (!namesTerminals(kind)) return { toOrgId, ...(await stockOf(ctx, body, seen)) }
  return { fromOrgId: await commonPlace(ctx, named), toOrgId, modelId: null, quantity }
}

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

/** The terminals that a request names: what is asked for has to be possible as things are. */
async function nameTerminals(ctx: Context, body: Fields): Promise<readonly Named[]> {
  const { kind, sns, toOrgId } = body
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
    kind === 'STOCK' ? 'apply.unfit.TRANSFER' : `apply.unfit.${kind}`,
  )
  const there = named.filter(({ orgId }) => orgId === toOrgId && kind === 'TRANSFER')
  requireNone(
    there.map(({ sn }) => sn),
    'apply.alreadyThere',
  )
  return kind === 'REPLACE' ? withSuccessors(ctx, named, body) : named
}

/** Each terminal with the one that is to take its place: another, unused one of the caller's. */
async function withSuccessors(
  ctx: Context,
  named: readonly Named[],
  { sns, successors }: Fields,
): Promise<readonly Named[]> {
  if (sns.length > mostReplaced)
    throw fieldRefusal('sns', 'apply.tooManyReplaced', { most: mostReplaced })
  if (new Set(sns).size < sns.length || successors.length !== sns.length)
    throw fieldRefusal('successors', 'apply.oneEach')
  const found = await namedTerminals(ctx, [...new Set(successors)])
  const isFit = ({ lifecycle }: Named) => startsOf('SUCCEED').some((state) => state === lifecycle)
  const fit = new Set(found.filter(isFit).map(({ sn }) => sn))
  requireNone(
    successors.filter((sn, at) => !fit.has(sn) || successors.indexOf(sn) < at),
    'apply.unfitSuccessors',
    'successors',
  )
  return named.map((one) => ({ ...one, successorSn: successors[sns.indexOf(one.sn)] ?? null }))
}

/** So many are named in a sentence. */
const mostListed = 5

function requireNone(sns: readonly string[], text: TextKey, field = 'sns'): void {
  if (sns.length === 0) return
  const listed = sns.slice(0, mostListed).join(', ') + (sns.length > mostListed ? ' …' : '')
  throw fieldRefusal(field, text, { sns: listed })
}
