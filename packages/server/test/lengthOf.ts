import type { FigureList } from '@muster/contract'
import * as z from 'zod/mini'
import type { TestUser } from './testApp.ts'

const page = z.object({ total: z.int() })

/** How many the list shows that a figure opens. */
export async function lengthOf(user: TestUser, { call, query }: FigureList): Promise<number> {
  // A page of one: only its length is asked for.
  const input = { query: { ...query, pageNum: 1, pageSize: 1 } }
  return page.parse(await user.get(call, input)).total
}
