import { plans } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../../access/person.ts'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** On plans as `row`: waits for the caller, who has neither written nor submitted it at any time. */
export const planWaitsFor = ({ principal }: Pick<Context, 'principal'>): Condition =>
  mayCall(principal, plans.approve.permission)
    ? sql<SqlBool>`(row.state = 'APPROVAL' and not exists (select from plan wrote where wrote.id = row.id
        and ${idsOfPerson(principal)} && (wrote.written_by || wrote.created_by || wrote.submitted_by)))`
    : sql<SqlBool>`false`
