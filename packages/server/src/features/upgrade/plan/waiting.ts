import { plans } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** On plans: waits for the caller, who has neither made nor submitted it. */
export const planWaitsFor = ({ principal }: Pick<Context, 'principal'>): Condition =>
  mayCall(principal, plans.approve.permission)
    ? sql<SqlBool>`(state = 'APPROVAL'
        and (${principal.userId}::uuid in (created_by, updated_by, submitted_by)) is not true)`
    : sql<SqlBool>`false`
