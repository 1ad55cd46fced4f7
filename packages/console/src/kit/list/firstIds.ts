import { call } from '../call.ts'
import type { List } from './useList.ts'
import type { Row } from './listed.ts'

/** As many rows as the server gives at a time. */
const mostOnPage = 100

/** The ids of the first rows that a list shows, in its order; all of them where it has fewer. */
export async function firstIds(
  list: Pick<List<Row>, 'call' | 'asked'>,
  count: number,
): Promise<readonly string[]> {
  const pageSize = Math.min(count, mostOnPage)
  const read = async (pageNum: number, before: readonly string[]): Promise<readonly string[]> => {
    const { params, query } = list.asked
    const { list: rows } = await call(list.call, {
      ...(params && { params }),
      query: { ...query, pageNum: String(pageNum), pageSize: String(pageSize) },
    })
    // A row that came meanwhile pushes another one to the next page, where it stands again.
    const ids = [...new Set([...before, ...rows.map(({ id }) => id)])]
    return ids.length >= count || rows.length < pageSize ? ids : read(pageNum + 1, ids)
  }
  return (await read(1, [])).slice(0, count)
}
