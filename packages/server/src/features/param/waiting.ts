import { jsonDocuments, params } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../access/person.ts'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'

type Caller = Pick<Context, 'principal'>

const waits = (
  { principal }: Caller,
  { permission, drafts }: { readonly permission: string; readonly drafts: RawBuilder<unknown> },
): Condition =>
  mayCall(principal, permission)
    ? sql<SqlBool>`(state = 'PENDING_APPROVAL' and (asked_by = any(${idsOfPerson(principal)})) is not true
        and id not in (${drafts} and state = 'PENDING_APPROVAL' and editors && ${idsOfPerson(principal)}))`
    : sql<SqlBool>`false`

/** On assignments: somebody else asks the caller to agree, be it to what it says, which he has not written, or to its end. */
export const paramWaitsFor = (caller: Caller): Condition =>
  waits(caller, {
    permission: params.activate.permission,
    drafts: sql`select id from param_assignment where asked_for = 'ACTIVATE'`,
  })

/** The same on JSON documents. */
export const jsonWaitsFor = (caller: Caller): Condition =>
  waits(caller, {
    permission: jsonDocuments.publish.permission,
    drafts: sql`select id from json_document where asked_for = 'PUBLISH'`,
  })
