import { vendorCertificates } from '@muster/contract'
import { sql } from 'kysely'
import { holdersOf } from '../../../access/holders.ts'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { giveNotice, tellNotices } from '../../notice/index.ts'
import { parameter } from '../../system/parameter/index.ts'

interface Ending {
  readonly certNo: string
  readonly vendorId: string
  readonly vendorName: string
  readonly expiresOn: string
}

/**
 * Tells of approvals that end within `pts.alarm.days`, or have ended, and are of terminals that somebody
 * has: of each end once. Who may see certificates and sees all vendors hears of it.
 */
export async function tellOfCertificates({ db, live, now }: Platform): Promise<void> {
  const days = await parameter(db, 'pts.alarm.days')
  const today = now().toISOString().slice(0, 10)
  const told: string[] = []
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Ending>`with due as (
        select certificate.id from vendor_certificate certificate
        where certificate.deleted_at is null and certificate.status = 1
          and certificate.expires_on <= ${today}::date + ${days}::integer
          and certificate.told_of is distinct from certificate.expires_on
          and exists (select from model join model_devices held on held.model_id = model.id
            where model.vendor_id = certificate.vendor_id and held.count > 0
              and (certificate.model_ids = '{}' or model.id = any(certificate.model_ids)))
        order by certificate.expires_on limit 50 for update skip locked)
      update vendor_certificate certificate set told_of = certificate.expires_on
      from due, vendor where certificate.id = due.id and vendor.id = certificate.vendor_id
      returning certificate.cert_no, certificate.vendor_id, vendor.name as vendor_name,
        certificate.expires_on::text`.execute(trx)
    if (rows.length === 0) return
    const userIds = await holdersOf(trx, vendorCertificates.page.permission)
    const changed = (_: string, ids: readonly string[]) => void told.push(...ids)
    for (const { certNo, vendorId, vendorName, expiresOn } of rows)
      await giveNotice(
        { db: trx, changed },
        {
          userIds,
          severity: expiresOn < today ? 'CRITICAL' : 'WARNING',
          textKey: expiresOn < today ? 'notice.certificateEnded' : 'notice.certificateEnds',
          values: { name: certNo, vendor: vendorName, day: expiresOn },
          link: `/vendor/detail/${vendorId}?tab=certificates`,
        },
      )
  })
  tellNotices(live, [...new Set(told)])
}

export const certificateJobs: readonly Job[] = [
  every('10 5 * * *', 'vendor.certificates', tellOfCertificates),
]
