import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import classes from './iconButton.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: IconName
  /** What it does, in words. */
  readonly label: string
}

/** A quiet button that shows a sign alone. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type="button" className={classes.button} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
