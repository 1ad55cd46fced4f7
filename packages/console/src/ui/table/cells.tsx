import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import classes from './cells.module.css'

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  /** Some of what it stands for is on. */
  readonly isPartly?: boolean
  readonly isDisabled?: boolean
  readonly onTurn: () => void
}

/** A check box. Cells repeat a hundred times on a page, so their parts are plain elements. */
export function Check({ label, isOn, isPartly = false, isDisabled = false, onTurn }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={classes.check}
      aria-label={label}
      checked={isOn}
      disabled={isDisabled}
      onChange={onTurn}
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
    />
  )
}

/** A switch that is turned at once. */
export function Toggle({ label, isOn, onTurn }: Omit<CheckProps, 'isPartly' | 'isDisabled'>) {
  return (
    <input
      type="checkbox"
      role="switch"
      className={classes.toggle}
      aria-label={label}
      aria-checked={isOn}
      checked={isOn}
      onChange={onTurn}
    />
  )
}

export type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

/** A state as a coloured word: colour never says it alone. */
export function Tag({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  )
}

interface SmallButtonProps {
  /** Takes something away: it looks so, with more than its colour. */
  readonly isDangerous?: boolean
  /** Shows the record of its row: so does Enter in the row. */
  readonly opens?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A button as small as a row. */
export function SmallButton({ isDangerous, opens, onClick, children }: SmallButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-dangerous={isDangerous}
      data-opens={opens}
      onClick={onClick}
    >
      {isDangerous && <Icon name="trash" size={14} />}
      {children}
    </button>
  )
}
