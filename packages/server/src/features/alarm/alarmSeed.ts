import { alarmKinds, kindsOfAlarm } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { translate } from '../../platform/texts.ts'

/** From this severity on the shipped rules give notices. */
const loud = new Set(['HIGH', 'CRITICAL'])

/** Gives the root organisation a rule of each kind that it never had one of. */
export async function seedAlarmRules(db: Kysely<DB>): Promise<void> {
  const shipped = alarmKinds.map((kind) => {
    const { severity, threshold } = kindsOfAlarm[kind]
    const name = translate('en', `alarm.kind.${kind}`)
    return { kind, severity, name, threshold: threshold?.usual ?? null, isLoud: loud.has(severity) }
  })
  await sql`insert into alarm_rule (org_id, name, kind, severity, threshold, tells_notice)
    select root.id, shipped.name, shipped.kind, shipped.severity, shipped.threshold, shipped."isLoud"
    from jsonb_to_recordset(${JSON.stringify(shipped)}::jsonb)
        as shipped (kind text, severity text, name text, threshold integer, "isLoud" boolean)
      cross join (select id from organization where parent_id is null order by label limit 1) as root
    where not exists (select from alarm_rule known where known.org_id = root.id and known.kind = shipped.kind
      and num_nonnulls(known.model_id, known.group_id) = 0)`.execute(db)
}
