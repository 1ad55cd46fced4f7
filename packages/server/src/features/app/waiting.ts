import { apks, reviewedApkStates } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../access/person.ts'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'

/** In the words of the index of waiting versions. */
const isReviewed = sql`apk.state in (${sql.join(reviewedApkStates.map((state) => sql.lit(state)))})`

/** On applications with a version that waits for the caller: nobody decides about his own. */
export const appWaitsFor = ({ principal }: Pick<Context, 'principal'>): Condition =>
  mayCall(principal, apks.review.permission)
    ? sql<SqlBool>`id in (select apk.app_id from apk where ${isReviewed} and apk.deleted_at is null
        and (array[apk.created_by, apk.submitted_by] && ${idsOfPerson(principal)}) is not true
        and not exists (select from apk_review wrote where wrote.apk_id = apk.id
          and wrote.after in ('DRAFT', 'SUBMITTED') and wrote.by_user = any(${idsOfPerson(principal)})))`
    : sql<SqlBool>`false`
