import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { holdPlaces } from '../../organization/index.ts'
import { findTarget } from '../life/life.queries.ts'
import { give } from '../life/moveTo.ts'

/** A terminal that is locked, as it was. */
export interface Given {
  readonly id: string
  readonly orgId: string
  readonly lifecycle: string
}

type Destination = Parameters<typeof give>[2]

/**
 * Gives terminals, which `find` locks once the quotas are held, to an organisation of the caller's, by
 * the same move as everybody moves them; one that is not in use yet becomes stock or assigned there.
 */
export async function giveToOrganization<T extends { readonly given: readonly Given[] }>(
  ctx: Context,
  to: Destination,
  find: () => Promise<T>,
): Promise<T> {
  await holdPlaces(ctx, [to.orgId])
  if (!(await findTarget(ctx, to.orgId))) throw notFound()
  const found = await find()
  await give(ctx, found.given, to)
  return found
}
