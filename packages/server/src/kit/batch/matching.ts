import { codes, recordName } from '@muster/contract'
import * as z from 'zod/mini'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../context.ts'
import { Refusal, tooMany } from '../refusal.ts'
import type { Item } from './whyRefused.ts'
import type { Served } from './served.ts'

/** More records than these nobody changes at once. */
const mostMatching = 50_000

/** Rows that are read at a time. */
const chunk = 2000

const shownPage = z.looseObject({ list: z.array(z.looseObject({ id: z.string() })) })

/** The query of a list without its paging. */
type Query = Readonly<Record<string, unknown>>

/** Every record that a list shows the caller under a query, by the list's own handler. */
export async function findMatching(list: Served, query: Query, ctx: Context): Promise<Item[]> {
  const { permission } = list.call
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  const found = new Map<string, Item>()
  for (let pageNum = 1; found.size <= mostMatching; pageNum++) {
    // The records themselves are counted here; the list need not.
    const asked = { ...query, pageNum, pageSize: chunk, total: 0 }
    const answer = await list.handle({ params: undefined, query: asked, body: undefined }, ctx)
    const { list: rows } = shownPage.parse(answer)
    for (const row of rows) found.set(row.id, { id: row.id, name: recordName(row) })
    if (rows.length < chunk) return [...found.values()]
  }
  throw tooMany(mostMatching)
}
