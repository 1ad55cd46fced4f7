import type { WorkbenchCard } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
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
      <Tool name={t('workbench.moveBack', { title })} onClick={() => move(card, -1)} icon="up" />
      <Tool name={t('workbench.moveOn', { title })} onClick={() => move(card, 1)} icon="down" />
      <Tool name={t('workbench.hide', { title })} onClick={() => hide(card)} icon="eyeOff" />
    </span>
  )
}

interface ToolProps {
  readonly name: string
  readonly icon: 'up' | 'down' | 'eyeOff'
  readonly onClick: () => void
}

function Tool({ name, icon, onClick }: ToolProps) {
  return (
    <button type="button" className={classes.tool} aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
