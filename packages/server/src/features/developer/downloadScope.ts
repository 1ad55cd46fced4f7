import { developerDownloads, developerProgramme } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../access/principal.ts'
import { madeBy, type Scope } from '../../access/scope.ts'

const vendors = madeBy({ vendor: 'id', model: null })

/** Whether a developer who may have kits is let in now, and holds to the agreement in force. */
export const isAdmitted = sql<SqlBool>`developer.state = 'APPROVED' and developer.status = 1
  and developer.sdk_access and developer.deleted_at is null
  and coalesce(developer.agreement_version, '') = coalesce(
    (select programme.value ->> 'agreementVersion' from setting programme
      where programme.path = ${developerProgramme.save.path}), developer.agreement_version, '')`

/** Who edits downloads sees all of them; everybody else those that are published and for him. */
export const downloadScope: Scope = {
  name: 'downloads',
  orgColumn: null,
  rows: (principal) => {
    if (mayCall(principal, developerDownloads.update.permission)) return sql<SqlBool>`true`
    return sql<SqlBool>`(publish_at <= now() and withdrawn_at is null and status = 1
      and deleted_at is null and case audience
        when 'DEVELOPER' then exists (select from developer
          where (developer.account_id = ${principal.userId}::uuid
            or developer.id in (select member.developer_id from developer_member member
              where member.account_id = ${principal.userId}::uuid)) and ${isAdmitted})
        when 'VENDOR' then vendor_ids = '{}' or exists (select from vendor
          where id = any(vendor_ids) and ${vendors.rows(principal)})
        else true end)`
  },
}
