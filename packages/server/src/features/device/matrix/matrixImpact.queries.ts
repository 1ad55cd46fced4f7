import { codes, type MatrixImpact, type ParsedOf, type vendorFeatures } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
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

/**
 * Which of the caller's terminals would gain or lose a feature. Models and rows of one feature are few
 * and judged here; terminals are counted by model and version, only those of models whose row changes.
 */
export async function matrixImpact(ctx: Context, asked: Asked): Promise<MatrixImpact> {
  const { id, modelIds, support, minAgent, minFirmware } = asked
  const entries = await entriesOf(ctx, asked)
  // A row that is switched off says nothing, whatever is written into it.
  if (id && entries.every((entry) => entry.id !== id)) return nothingChanges(asked)
  const after = entriesAfter(entries, { id, modelIds, support, minAgent, minFirmware })
  const models = await modelsOf(ctx, asked.vendorId)
  const rules = new Map(
    models.map((model) => [model, [ruleFor(entries, model), ruleFor(after, model)] as const]),
  )
  const changed = models.filter((model) => {
    const [one, other] = rules.get(model) ?? []
    return one !== other
  })
  const turned = (await alikeOf(ctx, changed)).flatMap((alike) => {
    const [was, will] = rules.get(alike.modelId) ?? []
    const turn = turnOf(was, will, alike)
    return turn ? [{ ...alike, turn }] : []
  })
  const sum = (wanted: Turn) =>
    turned.reduce((all, { turn, count }) => all + (turn === wanted ? count : 0), 0)
  const counts = { gaining: sum('GAINS'), losing: sum('LOSES') }
  return asked.withRows ? { ...counts, rows: await rowsOf(ctx, turned) } : counts
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

async function modelsOf(ctx: Context, vendorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from model
    where vendor_id = ${vendorId} and deleted_at is null`.execute(ctx.db)
  return rows.map(({ id }) => id)
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
  if (total > mostListed)
    throw new Refusal(codes.warning, 'batch.tooMany', { params: { limit: mostListed } })
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
