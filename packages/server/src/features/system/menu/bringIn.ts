import { type MenuFileOutcome, maxMenuItems, type menus, type ParsedOf } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
import { keep, knownOf } from './changeMenu.ts'
import { lockItems, newIds, readRoles } from './menu.queries.ts'
import { faultsOf, hasWayBack, type Item, type Known } from './menu.rules.ts'
import { changedMembers, type FilePlan, planOf } from './menuFile.rules.ts'

/** Adds and changes what a file says: all of it or nothing; a dry run only tells what would happen. */
export async function bringIn(
  ctx: Context,
  { file, dryRun }: ParsedOf<typeof menus.bringIn>['body'],
): Promise<MenuFileOutcome> {
  const before = await lockItems(ctx)
  const roles = await readRoles(ctx)
  const making = { roles, makeId: await newIds(ctx, maxMenuItems) }
  const plan = planOf(before, file, making)
  const outcome = told(ctx, { before, plan, known: knownOf(ctx, roles) })
  const isApplied = !dryRun && outcome.refused.length === 0
  if (isApplied) await keep(ctx, before, plan.after)
  return { ...outcome, isApplied }
}

function told(
  ctx: Context,
  { before, plan, known }: { before: readonly Item[]; plan: FilePlan; known: Known },
): Omit<MenuFileOutcome, 'isApplied'> {
  const { after, refused, unchanged } = plan
  const old = new Map(before.map((item) => [item.id, item]))
  const byId = new Map(after.map((item) => [item.id, item]))
  const say = (key: string, params = {}) => translate(ctx.language, key, params)
  const nameOf = (item: Item | undefined) =>
    item ? say(item.names[ctx.language] ?? item.menuName) : ''
  const broken = faultsOf(after, { before, known })
  const isLockedOut = hasWayBack(before) && !hasWayBack(after)
  return {
    added: after.filter(({ id }) => !old.has(id)).map(nameOf),
    changed: after.flatMap((item) => {
      const was = old.get(item.id)
      return was && was !== item ? [{ name: nameOf(item), fields: changedMembers(was, item) }] : []
    }),
    unchanged,
    refused: [
      ...refused.map(({ name, field, key, params }) => ({
        name: say(name),
        field,
        reason: say(key, params),
      })),
      ...broken.map(({ id, field, key, params }) => ({
        name: nameOf(byId.get(id)),
        field,
        reason: say(key, params),
      })),
      ...(isLockedOut ? [{ name: '', field: '', reason: say('menus.noWayBack') }] : []),
      ...(after.length > maxMenuItems
        ? [{ name: '', field: '', reason: say('menus.tooMany', { limit: maxMenuItems }) }]
        : []),
    ],
  }
}
