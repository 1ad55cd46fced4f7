import type { PushKind } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains } from '../../../kit/page.ts'
import { pushScope } from './control.ts'

interface NamedPush {
  readonly id: string
  readonly taskNo: string
  readonly title: string
  readonly kind: PushKind
  readonly orgName: string
}

/** The index of words finds nothing by less. */
const fewestLetters = 3

/** The caller's pushes of some kinds with the text in their number or title, the latest first; null: it is too short. */
export function pushesByWords(
  { principal }: Pick<Context, 'principal'>,
  kinds: readonly PushKind[],
  { text, limit }: { readonly text: string; readonly limit: number },
): RawBuilder<NamedPush> | null {
  if (kinds.length === 0 || [...text].length < fewestLetters) return null
  const mine = allOf([
    sql<SqlBool>`kind = any(${[...kinds]}::text[])`,
    pushScope.rows(principal),
    anyContains(['taskNo', 'title'], text),
  ])
  return sql<NamedPush>`select push.id, push.task_no, push.title, push.kind, organization.name as org_name
    from (select id, task_no, title, kind, org_id from push where ${mine} order by task_no desc limit ${limit}) push
    join organization on organization.id = push.org_id order by push.task_no desc`
}
