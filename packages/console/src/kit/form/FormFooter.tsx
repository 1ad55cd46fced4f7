import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { CancelButton } from '../dialog/CancelButton.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './form.module.css'

interface FormFooterProps {
  readonly agree: TextKey
  /** What it sends is on its way. */
  readonly isSending: boolean
  readonly close: () => void
  /** Something is missing without which nobody agrees. */
  readonly isDisabled?: boolean
  /** It cannot be undone, or stops what others do. */
  readonly isDangerous?: boolean
  /** Another way to agree, between the two. */
  readonly children?: ReactNode
}

/** The buttons below a form. */
export function FormFooter(props: FormFooterProps) {
  const { agree, isSending, close, isDisabled = false, isDangerous, children } = props
  return (
    <div className={classes.footer}>
      <CancelButton close={close} />
      {children}
      <Button
        type="submit"
        loading={isSending}
        disabled={isDisabled}
        {...(isDangerous && { color: 'red', leftSection: <Icon name="warning" size={16} /> })}
      >
        {t(agree)}
      </Button>
    </div>
  )
}
