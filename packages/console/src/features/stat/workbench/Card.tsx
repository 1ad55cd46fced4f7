import { cardPermission, type WorkbenchCard } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Block, type BlockProps } from '../page/Block.tsx'
import { type Arranging, useBoard } from './board.ts'
import { cardTitles } from './cardTitles.ts'
import { CardTools } from './CardTools.tsx'
import classes from './workbench.module.css'

interface CardProps<T>
  extends Pick<BlockProps<T>, 'read' | 'figures' | 'countedAt' | 'empty' | 'aside' | 'children'> {
  readonly card: WorkbenchCard
}

/** One card of the workbench: a block that its user arranges. */
export function Card<T>({ card, aside, ...rest }: CardProps<T>) {
  const { arranging, isWallboard } = useBoard()
  const title = t(cardTitles[card])
  return (
    <Block
      {...rest}
      {...{ title, name: card }}
      aside={!arranging && !isWallboard && aside}
      {...(isWallboard && { tools: null })}
      {...(arranging && { tools: <CardTools card={card} title={title} arranging={arranging} /> })}
      frame={{
        className: classes.card,
        'data-card': card,
        'data-permission': cardPermission(card),
        ...(arranging && dragging(card, arranging)),
      }}
    />
  )
}

function dragging(card: WorkbenchCard, { pick, drop }: Arranging) {
  return {
    draggable: true,
    onDragStart: () => pick(card),
    onDragOver: (event: { preventDefault: () => void }) => event.preventDefault(),
    onDrop: () => drop(card),
  }
}
