import { type MatrixImpact, type ParsedOf, type vendorFeatures } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tooMany } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { matrixScope } from './matrixBin.ts'
import { entriesAfter, type Entry, ruleFor, type Turn, turnOf } from './matrixImpact.rules.ts'

type Asked = ParsedOf<(typeof vendorFeatures)['impact']>['body']

/** So many terminals are listed at most. */
const mostListed = 50_000

/** Terminals of one model with the same versions, which a change turns alike. */
interface Alike {
  readonly modelId: string
  readonly agentVersion: string | null
  readonly firmware: string | null
  readonly count: number
}

/** What holds of one feature of a vendor, and what would. */
export interface Change {
  readonly vendorId: string
  readonly before: readonly Entry[]
  readonly after: readonly Entry[]
}

/** Which of the caller's terminals would gain or lose a feature by what a row says of it. */
export async function matrixImpact(ctx: Context, asked: Asked): Promise<MatrixImpact> {
  const { id, vendorId, modelIds, support, minAgent, minFirmware } = asked
  const before = await entriesOf(ctx, asked)
  // A row that is switched off says nothing, whatever is written into it.
  if (id && before.every((entry) => entry.id !== id)) return nothingChanges(asked)
  const after = entriesAfter(before, { id, modelIds, support, minAgent, minFirmware })
  return impactOf(ctx, [{ vendorId, before, after }], asked.withRows)
}

interface AskedOfRows {
  readonly ids: readonly string[]
  readonly holds: boolean
  readonly withRows: boolean
}

/** Which of the caller's terminals would gain or lose features if rows held, or held no more. */
export async function rowsImpact(
  ctx: Context,
  { ids, holds, withRows }: AskedOfRows,
): Promise<MatrixImpact> {
  const { rows } = await sql<Entry & { vendorId: string; featureId: string; holdsNow: boolean }>`
    select entry.id, entry.vendor_id, entry.feature_id, entry.model_ids, entry.support,
      entry.min_agent, entry.min_firmware,
      entry.deleted_at is null and entry.status = 1 as holds_now
    from vendor_feature entry where (entry.vendor_id, entry.feature_id) in (
        select row.vendor_id, row.feature_id from vendor_feature as row
        where row.id = any(${[...ids]}::uuid[]) and ${matrixScope.rows(ctx.principal)})
      and (entry.deleted_at is null and entry.status = 1 or entry.id = any(${[...ids]}::uuid[]))`.execute(
    ctx.db,
  )
  const named = new Set(ids)
  const changes = Map.groupBy(rows, ({ vendorId, featureId }) => `${vendorId} ${featureId}`)
  return impactOf(
    ctx,
    [...changes.values()].map((entries) => ({
      vendorId: entries[0]?.vendorId ?? '',
      before: entries.filter(({ holdsNow }) => holdsNow),
      after: entries.filter(({ id, holdsNow }) => (named.has(id) ? holds : holdsNow)),
    })),
    withRows,
  )
}

/**
 * Models and rows of features are few and judged here; terminals are counted by model and version, only
 * those of models whose row changes. One that several changes turn alike counts once.
 */
export async function impactOf(
  ctx: Context,
  changes: readonly Change[],
  withRows: boolean,
): Promise<MatrixImpact> {
  const models = await modelsOf(
    ctx,
    changes.map(({ vendorId }) => vendorId),
  )
  const judged = changes.flatMap(({ vendorId, before, after }) =>
    models.flatMap(({ id, vendorId: maker }) => {
      const [was, will] = [ruleFor(before, id), ruleFor(after, id)]
      return maker === vendorId && was !== will ? [{ modelId: id, was, will }] : []
    }),
  )
  const alike = Map.groupBy(
    await alikeOf(ctx, [...new Set(judged.map(({ modelId }) => modelId))]),
    ({ modelId }) => modelId,
  )
  const turned = new Map<string, Turned>()
  for (const { modelId, was, will } of judged)
    for (const one of alike.get(modelId) ?? []) {
      const turn = turnOf(was, will, one)
      if (turn) turned.set(JSON.stringify([turn, one]), { ...one, turn })
    }
  const all = [...turned.values()]
  const sum = (wanted: Turn) =>
    all.reduce((sum, { turn, count }) => sum + (turn === wanted ? count : 0), 0)
  const counts = { gaining: sum('GAINS'), losing: sum('LOSES') }
  return withRows ? { ...counts, rows: await rowsOf(ctx, all) } : counts
}

const nothingChanges = ({ withRows }: Asked): MatrixImpact => ({
  gaining: 0,
  losing: 0,
  ...(withRows && { rows: [] }),
})

async function entriesOf(ctx: Context, { vendorId, featureId }: Asked): Promise<Entry[]> {
  const { rows } =
    await sql<Entry>`select entry.id, entry.model_ids, entry.support, entry.min_agent,
      entry.min_firmware from vendor_feature entry
    where entry.vendor_id = ${vendorId} and entry.feature_id = ${featureId}
      and entry.deleted_at is null and entry.status = 1`.execute(ctx.db)
  return rows
}

async function modelsOf(ctx: Context, vendorIds: readonly string[]) {
  const { rows } = await sql<{ id: string; vendorId: string }>`select id, vendor_id from model
    where vendor_id = any(${[...vendorIds]}::uuid[]) and deleted_at is null`.execute(ctx.db)
  return rows
}

async function alikeOf(ctx: Context, models: readonly string[]): Promise<Alike[]> {
  if (models.length === 0) return []
  const { rows } =
    await sql<Alike>`select model_id, agent_version, firmware, count(*)::integer as count
    from device where model_id = any(${[...models]}::uuid[]) and deleted_at is null
      and ${deviceScope.rows(ctx.principal)} group by 1, 2, 3`.execute(ctx.db)
  return rows
}

type Turned = Alike & { readonly turn: Turn }

async function rowsOf(
  ctx: Context,
  turned: readonly Turned[],
): Promise<NonNullable<MatrixImpact['rows']>> {
  const total = turned.reduce((all, { count }) => all + count, 0)
  if (total > mostListed) throw tooMany(mostListed)
  const { rows } = await sql<NonNullable<MatrixImpact['rows']>[number]>`
    select device.sn, device.name, organization.name as org_name, model.name as model_name,
      alike.turn = 'GAINS' as gains
    from jsonb_to_recordset(${JSON.stringify(turned)}::jsonb)
        as alike ("modelId" uuid, "agentVersion" text, firmware text, turn text)
      join lateral (select * from device where device.model_id = alike."modelId" and device.deleted_at is null
        and device.agent_version is not distinct from alike."agentVersion"
        and device.firmware is not distinct from alike.firmware
        and ${deviceScope.rows(ctx.principal)}) as device on true
      join organization on organization.id = device.org_id
      join model on model.id = device.model_id
    order by device.sn`.execute(ctx.db)
  return rows
}
