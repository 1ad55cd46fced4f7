import { sql } from 'kysely'

/** Until when the card industry approves of a model (PCI PTS), over `model`, as `until`; null: no approval is known. */
export const approvedSql = `select max(certificate.expires_on) as until from vendor_certificate certificate
  where certificate.vendor_id = model.vendor_id and certificate.deleted_at is null and certificate.status = 1
    and (certificate.model_ids = '{}' or model.id = any(certificate.model_ids))`

/** The same as a value. */
export const approvedUntil = sql<string | null>`(${sql.raw(approvedSql)})`
