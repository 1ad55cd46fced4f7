import { plans } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** On plans: waits for the caller, who has neither written nor submitted it at any time. */
export const planWaitsFor = ({ principal }: Pick<Context, 'principal'>): Condition =>
  mayCall(principal, plans.approve.permission)
    ? sql<SqlBool>`(state = 'APPROVAL' and id in (select written.id from plan written where written.state = 'APPROVAL'
        and (${principal.userId}::uuid = any(written.written_by || written.created_by || written.submitted_by)) is not true))`
    : sql<SqlBool>`false`
