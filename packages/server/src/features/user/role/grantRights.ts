import { codes, type RightNode } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { changeRights, type RightHolder, rightsOf } from './rights.queries.ts'
import { changeOf, treeOfRights } from './rights.rules.ts'

/** The tree of rights as an editor of a holder's rights sees it. */
export async function shownRights(ctx: Context, holder: RightHolder): Promise<RightNode[]> {
  return treeOfRights(await rightsOf(ctx, holder))
}

/** The tree of those rights that the caller holds himself and that are offered. */
export async function heldRights(
  ctx: Context,
  isOffered: (code: string) => boolean,
): Promise<RightNode[]> {
  const rows = await rightsOf(ctx, null)
  const held = rows.filter(({ isHeld, code }) => isHeld && (code === null || isOffered(code)))
  return treeOfRights(held).flatMap(withCodes)
}

/** A branch without the items that give nothing. */
const withCodes = (node: RightNode): RightNode[] => {
  const children = node.children.flatMap(withCodes)
  return node.code === null && children.length === 0 ? [] : [{ ...node, children }]
}

/** Gives a holder exactly these menu items; nobody gives or takes what he does not hold himself. */
export async function grantRights(
  ctx: Context,
  holder: RightHolder,
  menuIds: readonly string[],
): Promise<void> {
  const rows = await rightsOf(ctx, holder)
  const known = new Set(rows.map((row) => row.id))
  if (menuIds.some((menuId) => !known.has(menuId))) throw notFound()
  const { added, removed, notHeld } = changeOf(rows, menuIds)
  const [lacking] = notHeld
  if (lacking)
    throw new Refusal(codes.forbidden, 'access.notHeld', {
      params: { name: lacking.code ?? lacking.name },
    })
  await changeRights(ctx, holder, { added, removed })
  const codesOf = (ids: readonly string[]) =>
    rows.filter((row) => ids.includes(row.id)).map(({ code, name }) => code ?? name)
  ctx.note({ after: { added: codesOf(added), removed: codesOf(removed) } })
}
