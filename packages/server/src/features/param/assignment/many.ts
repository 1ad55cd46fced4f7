import type { ParamLevel } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { parameter } from '../../system/parameter/index.ts'
import { countTargets, type Target } from './target.ts'

type Placed = Omit<Target, 'level'> & { readonly id: string; readonly level: string }

const levelOf = ({ level }: Placed): ParamLevel =>
  level === 'DEVICE' || level === 'GROUP' || level === 'STATION' ? level : 'ORG'

/** For how many terminals an assignment is. */
export async function countOf(ctx: Context, row: Placed): Promise<number> {
  return (await countTargets(ctx, [{ ...row, level: levelOf(row) }])).get(row.id) ?? 0
}

/** Whether a second person has to agree to what is for so many terminals. */
export async function isMany({ db }: Context, count: number): Promise<boolean> {
  const from = await parameter(db, 'push.approval.items')
  return from > 0 && count >= from
}
