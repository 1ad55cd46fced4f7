import {
  type applies,
  applyKeeps,
  appliesPath,
  type Apply,
  codes,
  isInPlace,
  mostReplaced,
  type ParsedOf,
  startsOf,
  type TextKey,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { modelScope } from '../deviceScope.ts'
import {
  findApply,
  type LockedApply,
  lockOwn,
  placesOf,
  seenOf,
  settleApply,
} from './apply.queries.ts'
import { applyDays, movableBy, namesTerminals } from './apply.rules.ts'
import { holdFilesOf } from './files.ts'
import { judgeStation } from './station.ts'
import { tellApprovers } from './tellApply.ts'
import { commonPlace, keepItems, type Named, namedTerminals } from './terminals.queries.ts'

type Fields = Omit<ParsedOf<typeof applies.add>['body'], 'isDraft'>

/** Lays a request before those who decide, or keeps it as a draft; refuses what its caller does not see. */
export async function ask(
  ctx: Context,
  { isDraft, ...body }: Fields & { readonly isDraft: boolean },
): Promise<Apply> {
  const { named, columns } = await judge(ctx, body)
  const { id } = await ctx.db
    .insertInto('deviceApply')
    .values({
      ...columns,
      ...(isDraft ? { state: 'DRAFT' } : submitted(ctx)),
      orgId: ctx.principal.orgId,
      createdBy: ctx.principal.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepItems(ctx, id, named)
  const made = await findApply(ctx, id)
  await holdFilesOf(ctx, made, body.fileIds)
  ctx.note({ targetIds: [id], after: made })
  ctx.changed(appliesPath, [id], placesOf({ ...made, orgId: ctx.principal.orgId }))
  if (!isDraft)
    await tellApprovers(ctx, [{ ...made, createdBy: ctx.principal.userId }], 'SUBMITTED')
  return made
}

type Rewritten = ParsedOf<typeof applies.update>['body']

/** Writes the caller's own draft anew. */
export async function rewrite(ctx: Context, { id, version, ...body }: Rewritten): Promise<Apply> {
  const found = await lockOwn(ctx, id, 'edit')
  if (found.version !== version)
    throw new Refusal(codes.versionConflict, 'refusal.versionConflict', {
      params: { name: ctx.principal.userName },
      data: { version: found.version },
    })
  const { named, columns } = await judge(ctx, body)
  await putItems(ctx, id, named)
  await holdFilesOf(ctx, found, body.fileIds)
  await settleApply(ctx, found, columns)
  return findApply(ctx, id)
}

/** Lays the caller's own draft before those who decide. What has become of its terminals since counts. */
export async function submit(ctx: Context, id: string) {
  const found = await lockOwn(ctx, id, 'submit')
  const { named, columns } = await judge(ctx, await fieldsOf(ctx, found))
  await putItems(ctx, id, named)
  await settleApply(ctx, found, { ...columns, ...submitted(ctx) })
  await tellApprovers(ctx, [{ ...found, ...columns }], 'SUBMITTED')
  return { count: 1 }
}

const submitted = (ctx: Context) => ({
  state: 'SUBMITTED',
  submittedAt: ctx.now().toISOString(),
  expiresAt: new Date(ctx.now().getTime() + applyDays * 86_400_000).toISOString(),
})

/** What a draft asks for, as its form gave it. */
async function fieldsOf(ctx: Context, found: LockedApply): Promise<Fields> {
  const { kind, toOrgId, fromOrgId, stationId, keep, keysErased } = found
  const { modelId, quantity, expectedDate, reason } = found
  const items = await ctx.db
    .selectFrom('deviceApplyItem')
    .select(['sn', 'successorSn'])
    .where('applyId', '=', found.id)
    .execute()
  return {
    kind,
    toOrgId: isInPlace(kind) ? null : toOrgId,
    fromOrgId,
    stationId,
    keep,
    keysErased,
    modelId,
    quantity,
    sns: items.map(({ sn }) => sn),
    successors: items.flatMap(({ successorSn }) => successorSn ?? []),
    expectedDate,
    reason,
    fileIds: [],
  }
}

/** Refuses what cannot be asked for as things are; answers what is written of it. */
async function judge(ctx: Context, body: Fields) {
  const { kind, expectedDate, reason } = body
  // Of the others nobody is asked.
  const keysErased = kind === 'DECOMMISSION' && body.keysErased
  const named = namesTerminals(kind) ? await nameTerminals(ctx, body) : []
  const places = await placesAsked(ctx, body, named)
  const said = { keysErased, kind, expectedDate, reason }
  return { named, columns: { ...places, ...(await fateOf(ctx, body)), ...said } }
}

/** Where the terminals stand then, and what becomes of what they have of their own. */
async function fateOf(ctx: Context, { kind, keep, stationId, toOrgId }: Fields) {
  if (!applyKeeps[kind].includes(keep)) throw fieldRefusal('keep', 'apply.unfitKeep')
  if (isInPlace(kind) && stationId) throw fieldRefusal('stationId', 'apply.staysThere')
  await judgeStation(ctx, { stationId, toOrgId })
  return { keep, stationId }
}

async function putItems(ctx: Context, id: string, named: readonly Named[]): Promise<void> {
  await ctx.db.deleteFrom('deviceApplyItem').where('applyId', '=', id).execute()
  await keepItems(ctx, id, named)
}

/** Whose terminals they are and whose they are to be. */
async function placesAsked(ctx: Context, body: Fields, named: readonly Named[]) {
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
    { states: namesOf(movableBy[kind], ctx.language) },
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
    { field: 'successors' },
  )
  return named.map((one) => ({ ...one, successorSn: successors[sns.indexOf(one.sn)] ?? null }))
}

/** So many are named in a sentence. */
const mostListed = 5

/** The states, as the reader calls them: "In stock, Suspended or Replaced". */
const namesOf = (states: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(
    states.map((state) => translate(language, `device.lifecycle.${state}`)),
  )

interface Refused {
  readonly field?: 'sns' | 'successors'
  /** Which states would do. */
  readonly states?: string
}

function requireNone(
  sns: readonly string[],
  text: TextKey,
  { field = 'sns', states }: Refused = {},
): void {
  if (sns.length === 0) return
  const listed = sns.slice(0, mostListed).join(', ') + (sns.length > mostListed ? ' …' : '')
  throw fieldRefusal(field, text, { sns: listed, ...(states !== undefined && { states }) })
}
