import { apks, reviewedApkStates } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../access/person.ts'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'

/** In the words of the index of waiting versions. */
const isReviewed = sql`apk.state in (${sql.join(reviewedApkStates.map((state) => sql.lit(state)))})`

/** Of what became of a version as `wrote`: the caller has written it, put another file in it or handed it in. */
export const isByCaller = ({ principal }: Pick<Context, 'principal'>): Condition =>
  sql<SqlBool>`(wrote.after in ('DRAFT', 'SUBMITTED') and wrote.by_user = any(${idsOfPerson(principal)}))`

/** On applications with a version that waits for the caller: nobody decides about his own. */
export const appWaitsFor = (caller: Pick<Context, 'principal'>): Condition =>
  mayCall(caller.principal, apks.review.permission)
    ? sql<SqlBool>`id in (select apk.app_id from apk where ${isReviewed} and apk.deleted_at is null
        and (array[apk.created_by, apk.submitted_by] && ${idsOfPerson(caller.principal)}) is not true
        and not exists (select from apk_review wrote where wrote.apk_id = apk.id and ${isByCaller(caller)}))`
    : sql<SqlBool>`false`
