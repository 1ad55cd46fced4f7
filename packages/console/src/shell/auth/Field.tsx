import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './auth.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly name: string
  readonly label: string
  readonly problem?: string | undefined
  readonly hint?: string | undefined
  /** A button within the field. */
  readonly end?: ReactNode
  /** A button next to the field. */
  readonly beside?: ReactNode
}

/** One line of a form before sign-in. Plain elements: it must work before the UI library has arrived. */
export function Field({ label, problem, hint, end, beside, ...input }: Props) {
  const id = useId()
  const told = problem ?? hint
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <div className={styles[beside ? 'beside' : 'box']}>
        <input
          {...input}
          id={id}
          className={styles['input']}
          aria-invalid={problem !== undefined}
          aria-describedby={told === undefined ? undefined : `${id}-told`}
        />
        {end}
        {beside}
      </div>
      {told !== undefined && (
        <p id={`${id}-told`} className={styles[problem === undefined ? 'hint' : 'problem']}>
          {told}
        </p>
      )}
    </div>
  )
}
