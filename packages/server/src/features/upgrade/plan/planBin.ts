import {
  codes,
  editablePlanStates,
  endedPlanStates,
  type ParsedOf,
  type Plan,
  plans,
  plansPath,
  type PlanState,
  type PlanWave,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Stored } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { requireTargets } from '../../device/index.ts'
import { practicesSeen } from '../practice/practicesSeen.queries.ts'
import { figuresFor } from './figures.queries.ts'
import { saidBy, stateOf } from './said.ts'
import { noFigures } from './tally.queries.ts'
import { requireVersions } from './versions.queries.ts'
import { waitingAmong } from '../waitingAmong.ts'
import { planWaitsFor } from './waiting.ts'

/** Plans of the organisations in the caller's data scope. */
export const planScope = organizationsBy('orgId')

/** The records as the table has them. */
const storedPlans = naming(recycleBin(plansPath, 'plan', planScope), [
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])
export type Kept = Awaited<ReturnType<typeof storedPlans.find>>

export type PlanForm = ParsedOf<(typeof plans)['add']>['body']
type Moments = 'createdAt' | 'updatedAt' | 'startAt' | 'endAt' | 'startedAt' | 'endedAt'
type Shown = Omit<Plan, 'status' | Moments> & Stored & Pick<Kept, Moments | 'deletedAt'>

/** Plans, with how far they have come. */
export const planBin: Bin<Shown, PlanForm> = {
  ...storedPlans,
  find: async (ctx, id) => one(ctx, await storedPlans.find(ctx, id)),
  // Of many at once, none is counted further than lists are.
  show: async (ctx, rows) => shown(ctx, await storedPlans.show(ctx, rows), { some: true }),
  async add(ctx, form) {
    const row = await storedPlans.add(ctx, await columnsOf(ctx, form))
    await noteWriter(ctx, row.id)
    return one(ctx, row)
  },
  async update(ctx, values) {
    // Each update call brings the whole form.
    const { id, version, ...form } = plans.update.schemas.body.parse(values)
    requireEditable(await storedPlans.find(ctx, id))
    const draft = { state: 'DRAFT', reason: null }
    const row = await storedPlans.update(ctx, {
      id,
      version,
      ...(await columnsOf(ctx, form)),
      ...draft,
    })
    await noteWriter(ctx, id)
    return one(ctx, row)
  },
  async setStatus(ctx, ids, status) {
    const set = await storedPlans.setStatus(ctx, ids, status)
    if (status === 0) await refuseOpen(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    const gone = await storedPlans.remove(ctx, ids)
    await refuseOpen(ctx, gone)
    return gone
  },
}

/** What goes on, or waits for somebody, is stopped before it is disabled or goes to the bin. */
async function refuseOpen({ db }: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from plan
    where id = any(${[...ids]}::uuid[]) and not state = any(${[...editablePlanStates, ...endedPlanStates]}::text[])
    limit 1`.execute(db)
  const [open] = rows
  if (open) throw new Refusal(codes.warning, 'plan.openStays', { params: open })
}

/** Whoever has written a plan once never agrees to it. */
const noteWriter = ({ db, principal }: Context, id: string) =>
  sql`update plan set written_by = written_by || ${principal.userId}::uuid
    where id = ${id} and not ${principal.userId}::uuid = any(written_by)`.execute(db)

function requireEditable(plan: Kept): void {
  const state = stateOf(plan)
  if (!editablePlanStates.some((one) => one === state)) throw planIsNow(state)
}

/** A plan cannot be changed so from where it stands. */
export const planIsNow = (state: PlanState) =>
  new Refusal(codes.wrongState, `plan.isNow.${state}`, { data: { state } })

async function columnsOf(ctx: Context, form: PlanForm) {
  requireWaves(form)
  requireSpan(form)
  await requireTargets(ctx, form.targets)
  await requireGroups(ctx, form.waves)
  const kinds = await requireVersions(ctx, form.versionIds)
  const { targets, waves, options, ...columns } = form
  return {
    ...columns,
    kinds,
    targets: JSON.stringify(targets),
    waves: JSON.stringify(waves),
    options: JSON.stringify(options),
  }
}

function requireSpan({ startAt, endAt }: PlanForm): void {
  if (startAt && endAt && Date.parse(endAt) <= Date.parse(startAt))
    throw fieldRefusal('endAt', 'plan.endsBefore')
}

/** A plan parts its terminals in one way: what the others would need is not said, or makes no sense. */
function requireWaves({ waveKind, waves }: PlanForm): void {
  if (waveKind === 'SINGLE' && waves.length > 1) throw fieldRefusal('waves', 'plan.oneWave')
  for (const [nth, wave] of waves.entries()) {
    const isLast = nth === waves.length - 1
    if (waveKind === 'COUNTS' && !isLast && wave.count === undefined)
      throw fieldRefusal('waves', 'rule.required')
    if (waveKind === 'LADDER' && !isLast) requireStep(waves, nth)
    if (waveKind === 'RINGS' && !isLast && !wave.groupId)
      throw fieldRefusal('waves', 'rule.required')
  }
}

function requireStep(waves: readonly PlanWave[], nth: number): void {
  const percent = waves[nth]?.percent
  if (percent === undefined) throw fieldRefusal('waves', 'rule.required')
  if (percent <= (waves[nth - 1]?.percent ?? 0)) throw fieldRefusal('waves', 'plan.notRising')
}

async function requireGroups(ctx: Context, waves: readonly PlanWave[]): Promise<void> {
  for (const { groupId } of waves) {
    if (!groupId) continue
    const { rows } = await sql`select from device_group as row where id = ${groupId}
      and deleted_at is null and ${planScope.rows(ctx.principal)}`.execute(ctx.db)
    if (rows.length === 0) throw fieldRefusal('waves', 'rule.unknownRecord')
  }
}

async function one(ctx: Context, row: Kept): Promise<Shown> {
  const [only] = await shown(ctx, [row])
  if (!only) throw new Error('a plan was lost while it was counted')
  return only
}

async function shown(
  ctx: Context,
  rows: readonly Kept[],
  counted: { readonly some?: boolean } = {},
): Promise<Shown[]> {
  const figures = await figuresFor(
    ctx,
    rows.map(({ id }) => id),
    counted,
  )
  const names = await versionNames(
    ctx,
    rows.flatMap(({ versionIds }) => versionIds),
  )
  const practices = await practicesSeen(
    ctx,
    rows.map(({ id }) => id),
  )
  const waiting = await waitingAmong(ctx, {
    table: 'plan',
    ids: rows.flatMap(({ id, state }) => (state === 'APPROVAL' ? [id] : [])),
    waits: planWaitsFor(ctx),
  })
  return rows.map(({ principal: _, ...row }) => ({
    ...row,
    practice: practices.get(row.id) ?? null,
    ...saidBy(row),
    state: stateOf(row),
    versionNames: row.versionIds.map((id) => names.get(id) ?? ''),
    orgName: row.orgName ?? '',
    waveCount: row.waveCount ?? 0,
    seesAll: figures.get(row.id)?.seesAll ?? false,
    waitsForMe: waiting.has(row.id),
    ...(figures.get(row.id)?.tally ?? noFigures),
  }))
}

async function versionNames(
  { db }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name || ' ' || version_name as name from upgrade_version
    where id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
