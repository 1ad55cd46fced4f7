import { type Call, codes } from '@muster/contract'
import { features } from '../src/features/index.ts'
import { isList, needsOf } from './fill/questions.ts'
import type { TestUser } from './testApp.ts'

const lists = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && isList(call) && !call.path.includes('{'))

/** Where an answer breaks its contract; rows are told by their fields only. */
function breachesOf(call: Call, data: unknown): string[] {
  const { error } = call.schemas.reply?.safeParse(data) ?? {}
  const found = (error?.issues ?? []).map(
    ({ path }) => `${call.path} ${path.filter((part) => typeof part !== 'number').join('.')}`,
  )
  return [...new Set(found)]
}

/** Fields of rows that are not as the contract says, in the first page of every list, and how many rows were read. */
export async function listBreaches(
  user: TestUser,
  idsOf: (call: Call) => ReadonlyMap<string, string>,
): Promise<{ readonly breaches: string[]; readonly rows: number }> {
  const breaches: string[] = []
  let rows = 0
  for (const call of lists)
    for (const { query } of needsOf(call, idsOf(call))) {
      const { code, data } = await user.call(call, { query: { ...query, pageSize: 100 } })
      // What a list is of may not be there.
      if (code === codes.notFound) continue
      if (code !== codes.success) throw new Error(`${call.path}: ${code}`)
      breaches.push(...breachesOf(call, data))
      rows += (data as unknown as { list: unknown[] }).list.length
    }
  return { breaches, rows }
}
