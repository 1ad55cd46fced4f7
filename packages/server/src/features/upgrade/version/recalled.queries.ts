import { upgradeParts } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '../../../platform/schema.ts'
import { runningVersion } from '../../device/index.ts'

interface Recalled {
  readonly kind: string
  readonly versionName: string
  readonly modelIds: readonly string[]
}

/** Has an alarm judged at each terminal that runs a version which was recalled. */
export async function alarmRunning(
  db: Kysely<DB>,
  { kind, versionName, modelIds }: Recalled,
): Promise<void> {
  const running = runningVersion(z.enum(upgradeParts).parse(kind))
  await sql`insert into alarm_signal (device_id, kind, act, data)
    select device.id, 'RECALLED', 'RAISE', ${JSON.stringify({ version: versionName })}::jsonb
    from device where device.deleted_at is null and device.model_id = any(${[...modelIds]}::uuid[])
      and ${running} = ${versionName}`.execute(db)
}
