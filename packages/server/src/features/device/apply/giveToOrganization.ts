import { devicesPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import { lifecycleIn } from '../estate/estate.rules.ts'
import { findTarget, giveTo, noteMoves } from '../life/life.queries.ts'
import { settingsPath } from '../paths.ts'

/** A terminal that is locked, as it was. */
export interface Given {
  readonly id: string
  readonly orgId: string
  readonly lifecycle: string
}

/**
 * Gives terminals, which `find` locks once the quotas are held, to an organisation of the caller's;
 * one that is not in use yet becomes stock or assigned there.
 */
export async function giveToOrganization<T extends { readonly given: readonly Given[] }>(
  ctx: Context,
  to: { readonly orgId: string; readonly reason: string | null },
  find: () => Promise<T>,
): Promise<T> {
  const { orgId, reason } = to
  await holdPlaces(ctx, [orgId])
  const target = await findTarget(ctx, orgId)
  if (!target) throw notFound()
  const found = await find()
  const before = new Map(found.given.map((one) => [one.id, one]))
  const ids = [...before.keys()]
  const written = await giveTo(ctx, ids, { orgId, unused: lifecycleIn(target) })
  await requireRoom(ctx, [orgId])
  await noteMoves(
    ctx,
    written.map(({ id, lifecycle }) => ({
      deviceId: id,
      event: 'MOVE',
      from: before.get(id)?.lifecycle ?? lifecycle,
      to: lifecycle,
      reason,
    })),
  )
  const left = found.given.map((one) => one.orgId)
  ctx.changed(devicesPath, ids, [...new Set([orgId, ...left])])
  // Another organisation may have other settings for them.
  ctx.changed(settingsPath, ids, [orgId])
  return found
}
