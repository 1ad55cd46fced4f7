import { codes, maxMenuItems, type TextKey } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { frameOrigin } from '../frame/index.ts'
import { hasScreen } from './hasScreen.ts'
import { lockItems, readRoles, tellOf, writeItems } from './menu.queries.ts'
import type { Roles } from './menuFile.rules.ts'
import { type Fault, faultsOf, hasWayBack, type Item, type Known } from './menu.rules.ts'

/** What the rules of the menu ask of this installation. */
export function knownOf(ctx: Context, roles: Roles): Known {
  const ids = new Set(roles.map(({ id }) => id))
  return {
    hasScreen,
    mayEmbed: (url) => frameOrigin(url, ctx.platform.env.frameHosts) !== null,
    hasRole: (id) => ids.has(id),
  }
}

/**
 * Changes the menu as a whole: read and locked, changed in memory, judged by the rules, and only
 * what differs is written. Whatever is not as it should be refuses all of it.
 */
export async function changeMenu(
  ctx: Context,
  change: (items: readonly Item[]) => readonly Item[] | Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const before = await lockItems(ctx)
  const after = await change(before)
  if (after.length > maxMenuItems)
    throw new Refusal(codes.warning, 'menus.tooMany', { params: { limit: maxMenuItems } })
  const faults = faultsOf(after, { before, known: knownOf(ctx, await readRoles(ctx)) })
  if (faults.length > 0) throw refusalOf(ctx, faults)
  requireWayBack(before, after)
  return keep(ctx, before, after)
}

/** Nobody locks the last administrator out; what was out of reach before is not this change's fault. */
function requireWayBack(before: readonly Item[], after: readonly Item[]): void {
  if (hasWayBack(before) && !hasWayBack(after)) throw new Refusal(codes.warning, 'menus.noWayBack')
}

/** Writes what differs, and answers it. */
export async function keep(
  ctx: Context,
  before: readonly Item[],
  after: readonly Item[],
): Promise<readonly Item[]> {
  const old = new Map(before.map((item) => [item.id, item]))
  const touched = after.filter((item) => old.get(item.id) !== item)
  await writeItems(ctx, {
    added: touched.filter(({ id }) => !old.has(id)),
    changed: touched.filter(({ id }) => old.has(id)),
  })
  const ids = touched.map(({ id }) => id)
  ctx.note({
    targetIds: ids,
    before: touched.flatMap(({ id }) => old.get(id) ?? []),
    after: touched,
  })
  tellOf(ctx, ids)
  return touched
}

/** The sentence of a fault in the caller's language. */
const saidOf = (ctx: Context, { key, params }: { key: TextKey; params?: Fault['params'] }) =>
  translate(ctx.language, key, params)

function refusalOf(ctx: Context, faults: readonly Fault[]): Refusal {
  const fields = faults.map((fault) => ({ field: fault.field, message: saidOf(ctx, fault) }))
  const isTaken = faults.every(({ key }) => key === 'rule.taken')
  return new Refusal(
    isTaken ? codes.duplicate : codes.badRequest,
    isTaken ? 'refusal.duplicate' : 'refusal.badRequest',
    { fields },
  )
}
