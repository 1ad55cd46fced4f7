import type { ReplyOf, workbench } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { pageAlive } from '../../device/index.ts'
import type { EstateFilter } from '../asked.ts'

type Held = Pick<ReplyOf<typeof workbench.summary>, 'locked' | 'tampered'>

/** Terminals that nobody can use, or may: few enough to be counted by their lists, which indexes find. */
export async function heldDevices(ctx: Context, filter: EstateFilter): Promise<Held> {
  const asked = { ...filter, pageNum: 1, pageSize: 1 } as const
  const locked = await pageAlive(ctx, { ...asked, lock: 'LOCKED' })
  const tampered = await pageAlive(ctx, { ...asked, security: 'TAMPERED' })
  return { locked: upTo(locked), tampered: upTo(tampered) }
}

/** One more than a list counts, where there are more. */
const upTo = ({ total, capped }: { readonly total: number; readonly capped?: boolean }) =>
  capped ? total + 1 : total
