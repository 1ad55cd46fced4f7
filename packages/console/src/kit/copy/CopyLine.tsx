import { CopyButton, type CopyButtonProps } from './CopyButton.tsx'
import classes from './copy.module.css'

/** A text that is too long to be typed: what it is, the whole of it, and a button that copies it. */
export function CopyLine({ label, text }: CopyButtonProps) {
  return (
    <div className={classes.line}>
      <span>{label}</span>
      <code dir="ltr">{text}</code>
      <CopyButton label={label} text={text} />
    </div>
  )
}
