import { Ltr } from '../../../kit/page/values.tsx'
import classes from './assignment.module.css'

interface ParamNameProps {
  readonly pid: string
  readonly label: string | null
}

/** A parameter as forms call it, with its PID below. */
export function ParamName({ pid, label }: ParamNameProps) {
  if (label === null || label === pid) return <Ltr>{pid}</Ltr>
  return (
    <>
      <bdi>{label}</bdi>
      <small className={classes.below}>
        <Ltr>{pid}</Ltr>
      </small>
    </>
  )
}
