import type { WorkbenchCard } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { Arranging } from './board.ts'
import classes from './workbench.module.css'

interface CardToolsProps {
  readonly card: WorkbenchCard
  readonly title: string
  readonly arranging: Arranging
}

/** Moves a card without a mouse, and hides it. */
export function CardTools({ card, title, arranging: { move, hide } }: CardToolsProps) {
  return (
    <span className={classes.tools}>
      <IconButton
        label={t('workbench.moveBack', { title })}
        onClick={() => move(card, -1)}
        icon="up"
      />
      <IconButton
        label={t('workbench.moveOn', { title })}
        onClick={() => move(card, 1)}
        icon="down"
      />
      <IconButton label={t('workbench.hide', { title })} onClick={() => hide(card)} icon="eyeOff" />
    </span>
  )
}
