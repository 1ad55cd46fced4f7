import { repairs, repairsPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../kit/jobs.ts'
import type { DB } from '../../../platform/schema.ts'
import { giveNotice, tellNotices } from '../../notice/index.ts'
import { reportTampered } from './reportTampered.ts'

interface Breached {
  readonly id: string
  readonly ticketNo: string
  readonly sn: string
  readonly orgId: string
  readonly userIds: string[]
}

/** Tickets that somebody may move and nobody has. */
interface Unowned {
  readonly userId: string
  readonly count: number
  readonly ticketNo: string
  readonly sn: string
}

/** So many are told of in one turn. */
const atOnce = 500

/**
 * Tells whoever mends and whoever reported that the clock of a ticket has run out: once for each clock.
 * Of a ticket that nobody mends or has reported those hear who may move it.
 */
export async function tellBreaches({
  db,
  live,
  now,
}: Pick<Platform, 'db' | 'live' | 'now'>): Promise<void> {
  const users = new Set<string>()
  const told = await db.transaction().execute(async (trx) => {
    const rows = await takeBreached(trx, now())
    const changed = (_: string, ids: readonly string[]) => {
      for (const id of ids) users.add(id)
    }
    for (const { ticketNo, sn, userIds } of rows)
      if (userIds.length > 0)
        await giveNotice({ db: trx, changed }, { ...noticeOf(ticketNo, sn), userIds })
    const unowned = rows.filter(({ userIds }) => userIds.length === 0).map(({ id }) => id)
    for (const { userId, count, ticketNo, sn } of await holdersOf(trx, unowned)) {
      const notice = count === 1 ? noticeOf(ticketNo, sn) : noticeOfMany(count)
      await giveNotice({ db: trx, changed }, { ...notice, userIds: [userId] })
    }
    return rows
  })
  tellNotices(live, [...users])
  for (const { id, orgId } of told) live.changed({ path: repairsPath, ids: [id], orgIds: [orgId] })
}

const noticeOf = (ticketNo: string, sn: string) =>
  ({
    severity: 'WARNING',
    textKey: 'notice.repair.late',
    values: { ticketNo, sn },
    link: `/device/repair?keyword=${ticketNo}`,
  }) as const

const noticeOfMany = (count: number) =>
  ({
    severity: 'WARNING',
    textKey: 'notice.repair.lateMany',
    values: { count },
    link: '/device/repair?overdue=1',
  }) as const

/** Tickets whose clock has run out since the last look, and who of those that have to do with them is still here. */
async function takeBreached(db: Kysely<DB>, now: Date): Promise<readonly Breached[]> {
  const { rows } = await sql<Breached>`with late as (select id from repair
      where due_at < ${now} and breached_at is null order by due_at limit ${atOnce}
      for update skip locked),
    noted as (update repair set breached_at = ${now} from late where repair.id = late.id
      returning repair.id, repair.ticket_no, repair.device_id, repair.assignee_id, repair.created_by)
    select noted.id, noted.ticket_no, device.sn, device.org_id,
      array(select account.id from app_user account where is_usable(account)
        and account.id in (noted.assignee_id, noted.created_by)) as user_ids
    from noted join device on device.id = noted.device_id`.execute(db)
  return rows
}

/** Who may move some tickets: who holds the right where their terminals are; each once, however many tickets. */
async function holdersOf(db: Kysely<DB>, ids: readonly string[]): Promise<readonly Unowned[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Unowned>`with unowned as materialized (
      select repair.id, repair.ticket_no, device.sn, device.org_id, device.vendor_id, device.model_id
      from repair join device on device.id = repair.device_id where repair.id = any(${[...ids]}::uuid[]))
    select holder.user_id, count(distinct unowned.id)::integer as count, min(unowned.ticket_no) as ticket_no,
      (array_agg(unowned.sn order by unowned.ticket_no))[1] as sn
    from permission_holders(${repairs.transition.permission},
        array(select distinct org_id from unowned)) as holder
      join unowned on unowned.org_id = holder.org_id
    where (holder.vendor_ids = '{}' or unowned.vendor_id = any(holder.vendor_ids))
      and (holder.model_ids = '{}' or unowned.model_id = any(holder.model_ids))
    group by holder.user_id`.execute(db)
  return rows
}

export const repairJobs = [
  every('*/5 * * * *', 'device.repairSla', tellBreaches),
  every('* * * * *', 'device.repairTampered', reportTampered),
]
