import { jsonDocuments, params } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../access/person.ts'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'

type Caller = Pick<Context, 'principal'>

const waits = ({ principal }: Caller, permission: string): Condition =>
  mayCall(principal, permission)
    ? sql<SqlBool>`(state = 'PENDING_APPROVAL' and (asked_by = any(${idsOfPerson(principal)})) is not true)`
    : sql<SqlBool>`false`

/** On assignments: somebody else asks the caller to agree, be it to what it says or to its end. */
export const paramWaitsFor = (caller: Caller): Condition =>
  waits(caller, params.activate.permission)

/** The same on JSON documents. */
export const jsonWaitsFor = (caller: Caller): Condition =>
  waits(caller, jsonDocuments.publish.permission)
