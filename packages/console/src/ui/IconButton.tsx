import { Icon, type IconName } from './Icon.tsx'
import classes from './iconButton.module.css'

interface IconButtonProps {
  readonly icon: IconName
  /** What it does, in words. */
  readonly label: string
  readonly onClick: () => void
}

/** A quiet button that shows a sign alone. */
export function IconButton({ icon, label, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
