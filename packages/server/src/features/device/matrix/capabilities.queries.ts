import { type Capabilities, whyUnsupported } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { FoundDevice } from '../command/command.queries.ts'
import { featureName } from '../feature/featureName.ts'
import { mismatchesOf } from './mismatch.rules.ts'
import { rulesOf } from './rules.queries.ts'

/** What a terminal says it can do, beside what the matrix says of its model. */
export async function readCapabilities(
  ctx: Context,
  { id, modelId, ...versions }: FoundDevice,
): Promise<Capabilities> {
  const known = await sql<{ capabilities: string[] | null; reportedAt: string }>`
    select document -> 'capabilities' as capabilities, reported_at from device_snapshot
    where device_id = ${id} and kind = 'info'`.execute(ctx.db)
  const [report] = known.rows
  const capabilities = report?.capabilities ?? []
  const rows = await knownFeatures(ctx)
  const models = sql<SqlBool>`model.id = ${modelId}`
  const rules = await rulesOf(ctx.db, { codes: rows.map(({ code }) => code), models })
  const byCode = new Map(rules.map((rule) => [rule.code, rule]))
  const differing = new Set(
    report?.capabilities
      ? mismatchesOf(rules, { ...versions, capabilities }).map((one) => one.slice(1))
      : [],
  )
  const features = rows.map(({ code, name, icon }) => {
    const rule = byCode.get(code)
    const why = whyUnsupported(rule, versions)
    return {
      code,
      name: featureName(ctx.language, name),
      icon,
      support: rule?.support ?? null,
      isTooOld: why !== null && why.reason !== 'MODEL',
      isReported: capabilities.includes(code),
      isMismatch: differing.has(code),
    }
  })
  return {
    reportedAt: report?.capabilities ? report.reportedAt : null,
    // What neither says a word of is left out.
    features: features.filter(({ support, isReported }) => support !== null || isReported),
  }
}

interface KnownFeature {
  readonly code: string
  readonly name: string
  readonly icon: string | null
}

async function knownFeatures({ db }: Context): Promise<readonly KnownFeature[]> {
  const { rows } = await sql<KnownFeature>`select code, name, icon
    from feature where deleted_at is null and status = 1 order by kind, sort, code`.execute(db)
  return rows
}
