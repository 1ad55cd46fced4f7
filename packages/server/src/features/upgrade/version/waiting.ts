import { upgradeVersions } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../../access/person.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** Of what became of a version as `wrote`: the caller has written it, put another file in it or handed it in. */
export const isByCaller = ({ principal }: Pick<Context, 'principal'>): Condition =>
  sql<SqlBool>`(wrote.after in ('DRAFT', 'CHECKING') and wrote.by_user = any(${idsOfPerson(principal)}))`

/** On versions as `row`: waits for the caller, who has neither written it nor handed it in at any time. */
export const versionWaitsFor = (caller: Pick<Context, 'principal'>): Condition =>
  mayCall(caller.principal, upgradeVersions.review.permission)
    ? sql<SqlBool>`(row.state = 'PENDING' and (array[row.created_by, row.submitted_by] && ${idsOfPerson(caller.principal)}) is not true
        and not exists (select from upgrade_version_review wrote
          where wrote.upgrade_version_id = row.id and ${isByCaller(caller)}))`
    : sql<SqlBool>`false`
