import { repairsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../kit/jobs.ts'
import { giveNotice, tellNotices } from '../../notice/index.ts'

interface Breached {
  readonly id: string
  readonly ticketNo: string
  readonly sn: string
  readonly orgId: string
  readonly userIds: string[]
}

/** So many are told of in one turn. */
const atOnce = 500

/** Tells whoever mends and whoever reported that the clock of a ticket has run out: once for each clock. */
export async function tellBreaches({
  db,
  live,
  now,
}: Pick<Platform, 'db' | 'live' | 'now'>): Promise<void> {
  const users = new Set<string>()
  const told = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Breached>`with late as (select id from repair
        where due_at < ${now()} and breached_at is null order by due_at limit ${atOnce}
        for update skip locked),
      noted as (update repair set breached_at = ${now()} from late where repair.id = late.id
        returning repair.id, repair.ticket_no, repair.device_id, repair.assignee_id, repair.created_by)
      select noted.id, noted.ticket_no, device.sn, device.org_id,
        array(select account.id from app_user account where account.deleted_at is null
          and account.id in (noted.assignee_id, noted.created_by)) as user_ids
      from noted join device on device.id = noted.device_id`.execute(trx)
    const changed = (_: string, ids: readonly string[]) => {
      for (const id of ids) users.add(id)
    }
    for (const { ticketNo, sn, userIds } of rows)
      await giveNotice(
        { db: trx, changed },
        {
          userIds,
          severity: 'WARNING',
          textKey: 'notice.repair.late',
          values: { ticketNo, sn },
          link: `/device/repair?keyword=${ticketNo}`,
        },
      )
    return rows
  })
  tellNotices(live, [...users])
  for (const { id, orgId } of told) live.changed({ path: repairsPath, ids: [id], orgIds: [orgId] })
}

export const repairJobs = [every('*/5 * * * *', 'device.repairSla', tellBreaches)]
