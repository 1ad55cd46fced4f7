import { upgradeVersions } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../../access/person.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** On versions as `row`: waits for the caller, who has neither written it nor handed it in at any time. */
export const versionWaitsFor = ({ principal }: Pick<Context, 'principal'>): Condition =>
  mayCall(principal, upgradeVersions.review.permission)
    ? sql<SqlBool>`(row.state = 'PENDING' and (array[row.created_by, row.submitted_by] && ${idsOfPerson(principal)}) is not true
        and not exists (select from upgrade_version_review wrote
          where wrote.upgrade_version_id = row.id and wrote.after in ('DRAFT', 'CHECKING') and wrote.by_user = any(${idsOfPerson(principal)})))`
    : sql<SqlBool>`false`
