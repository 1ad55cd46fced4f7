import { vendorDocuments } from '@muster/contract'
import { sql } from 'kysely'
import { holdersOf } from '../../../access/holders.ts'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { giveNotice, tellNotices } from '../../notice/index.ts'
import { parameter } from '../../system/parameter/index.ts'

interface Ending {
  readonly name: string
  readonly vendorId: string
  readonly vendorName: string
  readonly expiresOn: string
}

/** Tells of documents that end within `pts.alarm.days`, or have ended: of each end once. */
export async function tellOfDocuments({ db, live, now }: Platform): Promise<void> {
  const days = await parameter(db, 'pts.alarm.days')
  const today = now().toISOString().slice(0, 10)
  const told: string[] = []
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Ending>`with due as (select id from vendor_document
        where deleted_at is null and status = 1 and expires_on <= ${today}::date + ${days}::integer
          and told_of is distinct from expires_on
        order by expires_on limit 50 for update skip locked)
      update vendor_document document set told_of = document.expires_on
      from due, vendor where document.id = due.id and vendor.id = document.vendor_id
      returning document.name, document.vendor_id, vendor.name as vendor_name,
        document.expires_on::text`.execute(trx)
    if (rows.length === 0) return
    const userIds = await holdersOf(trx, vendorDocuments.page.permission)
    const changed = (_: string, ids: readonly string[]) => void told.push(...ids)
    for (const { name, vendorId, vendorName, expiresOn } of rows)
      await giveNotice(
        { db: trx, changed },
        {
          userIds,
          severity: 'WARNING',
          textKey: expiresOn < today ? 'notice.documentEnded' : 'notice.documentEnds',
          values: { name, vendor: vendorName, day: expiresOn },
          link: `/vendor/detail/${vendorId}?tab=documents`,
        },
      )
  })
  tellNotices(live, [...new Set(told)])
}

export const documentJobs: readonly Job[] = [
  every('20 5 * * *', 'vendor.documents', tellOfDocuments),
]
