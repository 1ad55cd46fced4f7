import { type ComponentProps, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './auth.module.css'
import { Field } from './Field.tsx'

/** A password, hidden until its owner wants to see it. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      maxLength={256}
      required
      {...props}
      type={isShown ? 'text' : 'password'}
      dir="ltr"
      end={
        <button
          type="button"
          className={styles['eye']}
          onClick={() => setShown(!isShown)}
          aria-label={t(isShown ? 'shell.login.hidePassword' : 'shell.login.showPassword')}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}
