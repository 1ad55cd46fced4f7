import { upgradeParts } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '../../../platform/schema.ts'
import { isFromAboveSql, runningVersion } from '../../device/index.ts'

interface Recalled {
  readonly id: string
  readonly kind: string
  readonly versionName: string
  readonly modelIds: readonly string[]
}

/** Has an alarm judged at each terminal that runs a version which was recalled, of its organisation and of those below. */
export async function alarmRunning(
  db: Kysely<DB>,
  { id, kind, versionName, modelIds }: Recalled,
): Promise<void> {
  const running = runningVersion(z.enum(upgradeParts).parse(kind))
  await sql`insert into alarm_signal (device_id, kind, act, data)
    select device.id, 'RECALLED', 'RAISE', ${JSON.stringify({ version: versionName })}::jsonb
    from upgrade_version recalled join device on ${sql.raw(isFromAboveSql)}
    where recalled.id = ${id} and device.deleted_at is null and device.model_id = any(${[...modelIds]}::uuid[])
      and ${running} = ${versionName}`.execute(db)
}
