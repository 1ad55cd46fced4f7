import type { ListLook } from '@muster/contract'
import type { HTMLAttributes } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Checkbox } from '../../../ui/controls.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { isShown, turned } from '../../../ui/table/arranged.ts'
import { within } from '../../../ui/table/resize.ts'
import classes from '../list.module.css'
import { withWidth } from './lookOf.ts'

interface ColumnLineProps {
  readonly id: string
  readonly isExtra: boolean | undefined
  readonly title: string
  /** Pixels; none: what is left. */
  readonly width: number | undefined
  readonly look: ListLook
  readonly change: (look: ListLook) => void
  /** Whether it cannot be moved on towards the start, and towards the end. */
  readonly isFirst: boolean
  readonly isLast: boolean
  /** The last one that is shown stays. */
  readonly isOnly: boolean
  readonly move: (by: 1 | -1) => void
  readonly drag: HTMLAttributes<HTMLLIElement>
}

/** Pixels of one step. */
const step = 16
/** From where a column without a width begins. */
const usual = 160

/** One column in the dialog: shown or not, its place, its width. */
export function ColumnLine(props: ColumnLineProps) {
  const { id, isExtra, title, width, look, change } = props
  const column = { id, isExtra }
  const widen = (by: number) => change(withWidth(look, id, within((width ?? usual) + by)))
  return (
    <li className={classes.column} {...props.drag}>
      <Checkbox
        label={title}
        checked={isShown(column, look)}
        disabled={props.isOnly}
        onChange={() => change(turned(column, look))}
      />
      <span className={classes.steps}>
        <Step label={t('list.narrower', { name: title })} sign="−" onClick={() => widen(-step)} />
        <span className={classes.pixels}>
          {width === undefined ? t('list.flexible') : formatNumber(width)}
        </span>
        <Step label={t('list.wider', { name: title })} sign="+" onClick={() => widen(step)} />
        <Step
          label={t('list.earlier', { name: title })}
          icon="up"
          isOff={props.isFirst}
          onClick={() => props.move(-1)}
        />
        <Step
          label={t('list.later', { name: title })}
          icon="down"
          isOff={props.isLast}
          onClick={() => props.move(1)}
        />
      </span>
    </li>
  )
}

interface StepProps {
  readonly label: string
  readonly sign?: string
  readonly icon?: 'up' | 'down'
  readonly isOff?: boolean
  readonly onClick: () => void
}

function Step({ label, sign, icon, isOff = false, onClick }: StepProps) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      title={label}
      // Not `disabled`: the focus would be lost at the end of the way.
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      {icon ? <Icon name={icon} size={14} /> : sign}
    </button>
  )
}
