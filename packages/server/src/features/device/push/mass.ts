import type { Context } from '../../../kit/context.ts'
import { parameter } from '../../system/parameter/index.ts'

type Db = Context['db']

/** More terminals than these can be taken back for a while. */
export const massSize = 100

/** From how many terminals on a second person approves what is wanted of them. */
export async function approvalSize(db: Db): Promise<number> {
  const from = await parameter(db, 'push.approval.items')
  return from > 0 ? from : Infinity
}

/** Until when what is wanted of so many terminals can be taken back, counted from its begin; null: not at all. */
export async function graceOf(db: Db, total: number, begin: Date): Promise<Date | null> {
  if (total <= massSize) return null
  const seconds = await parameter(db, 'push.grace.seconds')
  return seconds > 0 ? new Date(begin.getTime() + seconds * 1000) : null
}
