import { type MenuNode, menus } from '@muster/contract'
import { useRef, useState } from 'react'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import type { Order } from './menuLines.ts'
import { shownName } from './menuTexts.ts'

/**
 * Moves items, one after the other: the next move is made in the order that the last one left.
 * @param reread reads the tree again, whatever became of the move
 */
export function useMenuMoves(reread: () => Promise<unknown>) {
  const send = useSend(menus)
  const isMoving = useRef(false)
  /** What was moved last, in words for those who do not see it, and who gets the focus back. */
  const [moved, setMoved] = useState<{ readonly id: string; readonly text: string } | null>(null)
  const move = async (item: MenuNode, order: Order | null) => {
    if (!order || isMoving.current) return
    isMoving.current = true
    const items = order.items.map(({ id, version }) => ({ id, version }))
    const outcome = await outcomeOf(send(menus.sort, { body: { parentId: order.parentId, items } }))
    await reread()
    isMoving.current = false
    const place = order.items.indexOf(item) + 1
    const text = t('menus.moved', { name: shownName(item), place, count: order.items.length })
    setMoved({ id: item.id, text: 'error' in outcome ? '' : text })
  }
  return { move, moved }
}
