import {
  type CommandName,
  commandFeatures,
  commandNames,
  type Support,
  type SupportRule,
} from '@muster/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** What holds of a feature on a model. */
export interface ModelRule extends SupportRule {
  readonly modelId: string
  readonly code: string
  readonly support: Support
  readonly timeoutSeconds: number | null
}

/**
 * What the matrices say of some features on some models: of two rows of a feature the one that names
 * the model holds. Models and features are few; terminals are not asked.
 */
export async function rulesOf(
  db: Kysely<DB>,
  { codes, models }: { codes: readonly string[]; models: RawBuilder<SqlBool> },
): Promise<ModelRule[]> {
  const { rows } =
    await sql<ModelRule>`select model.id as model_id, feature.code, rule.support, rule.min_agent,
      rule.min_firmware, rule.timeout_seconds
    from model join feature on feature.code = any(${[...codes]}::text[]) and feature.deleted_at is null
        and feature.status = 1
      cross join lateral (select entry.* from vendor_feature entry
        where entry.vendor_id = model.vendor_id and entry.feature_id = feature.id and entry.deleted_at is null
          and entry.status = 1 and (entry.model_ids = '{}' or model.id = any(entry.model_ids))
        order by cardinality(entry.model_ids) desc limit 1) as rule
    where ${models}`.execute(db)
  return rows
}

/** The rule of one command for each of some models. */
export async function commandRules(
  db: Kysely<DB>,
  cmd: CommandName,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, ModelRule>> {
  const models = sql<SqlBool>`model.id = any(${[...new Set(modelIds)]}::uuid[])`
  const rules = await rulesOf(db, { codes: [commandFeatures[cmd]], models })
  return new Map(rules.map((rule) => [rule.modelId, rule]))
}

/** The commands that need a feature. */
export const commandsOf = (code: string): CommandName[] =>
  commandNames.filter((cmd) => commandFeatures[cmd] === code)
