import { isDeepStrictEqual } from 'node:util'
import {
  type classificationDimensions,
  classifications,
  classificationsPath,
  codes,
  devicesPath,
  type Filter,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { everyone } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { Which } from '../../../kit/recycleBin.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { translate } from '../../../platform/texts.ts'
import { requireNamed, requireNoFilter, usedByFilter } from '../filter/named.queries.ts'
import { findNamed } from '../group/members.queries.ts'
import { holdLabels, keepUses } from '../membership/keeping.queries.ts'
import {
  bindLabel,
  countRivals,
  release,
  restore,
  setByRule,
  setExclusive,
  unbindLabel,
} from './bind.queries.ts'
import { countedLabels, labels, requireByHand } from './labelBin.ts'

type LabelBin = typeof countedLabels
type Stored = Awaited<ReturnType<LabelBin['find']>>

const bin: LabelBin = {
  ...countedLabels,
  async setStatus(ctx, ids, status) {
    const set = await labels.setStatus(ctx, ids, status)
    await askAnew(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    await holdLabels(ctx.db)
    const gone = await labels.remove(ctx, ids)
    await requireNoFilter(ctx, gone)
    await release(ctx, gone)
    return gone
  },
  async revert(ctx, ids: Which) {
    await holdLabels(ctx.db)
    const back = await labels.revert(ctx, ids)
    await restore(ctx, back)
    await askAnew(ctx, back)
    return back
  },
}

const options = {
  search: ['name', 'code'],
  order: ['dimension', 'name'],
} as const
const life = lifecycle(classifications, bin, options)
const byHandOnly: LabelBin = {
  ...bin,
  scope: { ...bin.scope, rows: () => sql<SqlBool>`rule is null` },
}

type Fields = ParsedOf<(typeof classifications)['add']>['body']

/** Labels on terminals, which all organisations share; whose terminals get one, the data scope says. */
export const classificationRoutes = serve(classifications, everyone, {
  ...life,
  list: async ({ query: { byHand, ...query } }, ctx) => {
    const offered = byHand === undefined ? life : lifecycle(classifications, byHandOnly, options)
    return withNotes(ctx, await offered.list({ params: undefined, query, body: undefined }, ctx))
  },
  add: async (request, ctx) => {
    const { body } = request
    await requireRule(ctx, null, body)
    const row = await life.add(request, ctx)
    await keepUses(ctx.db, row.id, body.rule)
    await askAnew(ctx, [row.id])
    return row
  },
  update: async (request, ctx) => {
    const { body } = request
    // Nobody gives or takes labels while what they exclude changes.
    await holdLabels(ctx.db)
    // Whoever's terminals have it, they keep its dimension.
    const before = await labels.find(ctx, body.id)
    await requireRule(ctx, before.rule, body)
    await requireChange(ctx, before, body)
    const row = await life.update(request, ctx)
    if (before.exclusive !== body.exclusive)
      await setExclusive(ctx, row.id, body.exclusive ? body.dimension : null)
    // Who has it keeps it by hand when the rule goes; a new rule is asked of all who have it.
    await setByRule(ctx, row.id, body.rule !== null)
    await keepUses(ctx.db, row.id, body.rule)
    await askAnew(ctx, [row.id])
    return row
  },
  bind: async ({ body }, ctx) => {
    await holdLabels(ctx.db)
    const label = await requireByHand(ctx, body.classificationId)
    const { ids, owned, unknown } = await findNamed(ctx, body.sns, null)
    const { length: count } = body.bound
      ? await bindLabel(ctx, label, ids)
      : await unbindLabel(ctx, label.id, ids)
    ctx.changed(classificationsPath, [label.id])
    tellOwners(ctx, devicesPath, owned)
    const after = body.bound ? { bound: count } : { unbound: count }
    ctx.note({ targetIds: [label.id], about: { name: label.name }, after })
    return { count, unknown: [...unknown] }
  },
  rebuild: async ({ params: { id } }, ctx) => {
    const label = await bin.find(ctx, id)
    if (label.rule === null) throw new Refusal(codes.wrongState, 'classification.byHand')
    await askAnew(ctx, [id])
    ctx.note({ targetIds: [id], about: { name: label.name } })
    return { count: 1 }
  },
})

/** Says of each label whether a terminal has another one of its dimension beside it. */
async function withNotes<T extends { readonly id: string }>(ctx: Context, rows: readonly T[]) {
  const { rows: found } = await sql<{
    id: string
    dimension: (typeof classificationDimensions)[number]
  }>`select id, dimension from classification
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and exclusive`.execute(ctx.db)
  const dimensions = new Map(found.map(({ id, dimension }) => [id, dimension]))
  return rows.map((row) => {
    const key = dimensions.get(row.id)
    const dimension = key && translate(ctx.language, `classification.dimension.${key}`)
    const note = dimension
      ? translate(ctx.language, 'classification.exclusiveIn', { dimension })
      : null
    return { ...row, note }
  })
}

/** A rule is asked of the terminals of all organisations: so only who sees them all says what it is. */
async function requireRule(ctx: Context, before: Filter | null, { rule }: Fields): Promise<void> {
  if (!ctx.principal.scope.all && !isDeepStrictEqual(rule, before))
    throw fieldRefusal('rule', 'classification.platformOnly')
  if (rule) await requireNamed(ctx, { filter: rule, field: 'rule', isRule: true })
}

async function requireChange(ctx: Context, before: Stored, body: Fields): Promise<void> {
  if (before.dimension !== body.dimension && (before.devices ?? 0) > 0)
    throw fieldRefusal('dimension', 'classification.inUse')
  if (body.exclusive && !before.exclusive) {
    const count = await countRivals(ctx, before.id, body.dimension)
    if (count > 0)
      throw fieldRefusal(
        'exclusive',
        translate(ctx.language, 'classification.notExclusive', { count }),
      )
  }
  if (body.rule && before.rule === null) {
    const user = await usedByFilter(ctx, [before.id])
    if (user?.isRule) throw fieldRefusal('rule', 'classification.usedByRule')
  }
}

/** Has the rules of labels asked of everybody again. */
async function askAnew(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`update classification set is_pending = true
    where id = any(${[...ids]}::uuid[]) and rule is not null`.execute(ctx.db)
}
