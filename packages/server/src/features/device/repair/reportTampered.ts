import { repairsPath, reportedIn, settledStates } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { translate } from '../../../platform/texts.ts'
import { parameter } from '../../system/parameter/index.ts'

interface Opened {
  readonly id: string
  readonly orgId: string
}

/** So many are opened in one turn. */
const atOnce = 500

/**
 * Opens a ticket for each terminal with an open alarm that it was tampered with, where the platform wants that: once
 * for each alarm, whatever became of the ticket, and never beside another one.
 */
export async function reportTampered({
  db,
  live,
  now,
}: Pick<Platform, 'db' | 'live' | 'now'>): Promise<void> {
  if (!(await parameter(db, 'repair.tamper.open'))) return
  const opened = await openTickets(db, now())
  for (const { id, orgId } of opened)
    live.changed({ path: repairsPath, ids: [id], orgIds: [orgId] })
}

async function openTickets(db: Kysely<DB>, now: Date): Promise<readonly Opened[]> {
  const language = await sql<{ code: string }>`select code from language where is_default`.execute(
    db,
  )
  const description = translate(language.rows[0]?.code ?? 'en', 'repair.byTamper')
  const dueAt = new Date(now.getTime() + (await parameter(db, 'repair.triage.hours')) * 3_600_000)
  const { rows } = await sql<Opened>`with tampered as (
      select alarm.device_id, alarm.severity, device.org_id
      from alarm join device on device.id = alarm.device_id and device.deleted_at is null
      where alarm.kind = 'TAMPER' and alarm.closed_at is null
        and device.lifecycle = any(${[...reportedIn]}::text[])
        and not exists (select from repair ticket where ticket.device_id = alarm.device_id
          and (ticket.created_at >= alarm.first_at or ticket.state <> all(${[...settledStates]}::text[])))
      order by alarm.device_id limit ${atOnce}),
    opened as (insert into repair (device_id, source, fault, severity, description, due_at)
      select device_id, 'ALARM', 'TAMPER', severity, ${description}, ${dueAt} from tampered
      on conflict do nothing returning id, device_id),
    noted as (insert into repair_event (repair_id, kind, after) select id, 'STATE', 'REPORTED' from opened)
    select opened.id, tampered.org_id from opened join tampered using (device_id)`.execute(db)
  return rows
}
