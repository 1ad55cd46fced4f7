import type { Support } from '@muster/contract'
import type pg from 'pg'
import { noteEventsBy } from '../event/noteEvents.ts'
import { codesOf, type FeatureRule, mismatchesOf } from './mismatch.rules.ts'

/** What a terminal reported of its abilities. */
export interface CapabilityReport {
  readonly deviceId: string
  readonly capabilities: readonly string[]
}

interface ReportedRule {
  readonly deviceId: string
  readonly agentVersion: string | null
  readonly firmware: string | null
  /** Null: no matrix says anything of its model. */
  readonly rules: readonly (FeatureRule & { readonly support: Support })[] | null
}

const matrixSql = `with told as (select id, model_id, agent_version, firmware from device where id = any($1::uuid[])),
        rule as (select model.id as model_id, jsonb_agg(jsonb_build_object('code', feature.code,
            'support', entry.support, 'minAgent', entry.min_agent, 'minFirmware', entry.min_firmware)) as rules
          from model join feature on feature.deleted_at is null and feature.status = 1
            cross join lateral (select entry.* from vendor_feature entry
              where entry.vendor_id = model.vendor_id and entry.feature_id = feature.id
                and entry.deleted_at is null and entry.status = 1
                and (entry.model_ids = '{}' or model.id = any(entry.model_ids))
              order by cardinality(entry.model_ids) desc limit 1) as entry
          where model.id in (select model_id from told) group by 1)
      select told.id as "deviceId", told.agent_version as "agentVersion", told.firmware, rule.rules
      from told left join rule on rule.model_id = told.model_id`

const mismatchesSql = `with told as (select * from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, features text[])),
        agreeing as (delete from device_mismatch using told
          where device_mismatch.device_id = told."deviceId" and told.features = '{}')
      insert into device_mismatch (device_id, features)
        select "deviceId", features from told where features <> '{}' order by 1
      on conflict (device_id) do update set features = excluded.features, since = now()
        where device_mismatch.features is distinct from excluded.features
      returning device_id as "deviceId", features`

/**
 * Compares what terminals report with the matrices of their vendors, keeps where they differ, and tells
 * of each difference once: when it comes up and when it becomes another. Two statements for all
 * reports of a batch; features and models are few.
 */
export async function saveMismatches(
  client: pg.ClientBase,
  reports: readonly CapabilityReport[],
): Promise<void> {
  if (reports.length === 0) return
  const byDevice = new Map(reports.map((report) => [report.deviceId, report]))
  const { rows } = await client.query<ReportedRule>({
    name: 'link.matrix',
    text: matrixSql,
    values: [[...byDevice.keys()]],
  })
  const judged = rows.map(({ deviceId, rules, ...versions }) => {
    const { capabilities = [] } = byDevice.get(deviceId) ?? {}
    return { deviceId, features: mismatchesOf(rules ?? [], { ...versions, capabilities }) }
  })
  const { rows: changed } = await client.query<{ deviceId: string; features: string[] }>({
    name: 'link.mismatches',
    text: mismatchesSql,
    values: [JSON.stringify(judged)],
  })
  await noteEventsBy(
    client,
    changed.map(({ deviceId, features }) => ({
      deviceId,
      code: 'CAPABILITY_MISMATCH',
      data: {
        missing: codesOf(features, '-').join(', '),
        unexpected: codesOf(features, '+').join(', '),
      },
    })),
  )
}
