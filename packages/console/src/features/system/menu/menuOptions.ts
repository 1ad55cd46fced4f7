import { mayLieBelow, type MenuNode, menuTypes } from '@muster/contract'
import { allOf, linesOf } from './menuLines.ts'
import { shownName } from './menuTexts.ts'

type Options = Readonly<Record<string, string>>

/** The items that one of this type may lie below; nothing lies below itself. */
export const parentOptions = (
  nodes: readonly MenuNode[],
  menuType: number,
  record: Pick<MenuNode, 'id'> | null,
): Options =>
  Object.fromEntries(
    linesOf(without(nodes, record?.id), { turned: everyOpen(nodes), matches: null })
      .filter(({ item }) => mayLieBelow(menuType, item.menuType))
      .map(({ id, item, depth }) => [id, `${'\u2003'.repeat(depth)}${shownName(item)}`]),
  )

const everyOpen = (nodes: readonly MenuNode[]) => new Map(allOf(nodes).map(({ id }) => [id, true]))

const without = (nodes: readonly MenuNode[], id: string | undefined): readonly MenuNode[] =>
  nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, subSystemUserMenuVOS: without(node.subSystemUserMenuVOS, id) }))

/** The screens of this version by their keys, called as the shipped menu calls them. */
export const screenOptions = (nodes: readonly MenuNode[]): Options =>
  Object.fromEntries(
    allOf(nodes)
      .filter((item) => item.menuType === menuTypes.page && item.isShipped)
      .map((item) => [item.frontComponent, `${shownName(item)} · ${item.frontComponent}`]),
  )

/** The pages whose entry another page may light. */
export const entryOptions = (nodes: readonly MenuNode[]): Options =>
  Object.fromEntries(
    allOf(nodes)
      .filter(({ menuType, isShow }) => menuType === menuTypes.page && isShow === 1)
      .map((item) => [item.frontPath, shownName(item)]),
  )
