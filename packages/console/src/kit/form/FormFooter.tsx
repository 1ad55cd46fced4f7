import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { useLeave } from '../dialog/useUnsaved.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import classes from './form.module.css'

interface FormFooterProps {
  readonly agree: TextKey
  readonly isSending: boolean
  readonly close: () => void
  /** It cannot be undone, or stops what others do. */
  readonly isDangerous?: boolean
  /** Another way to agree, between the two. */
  readonly children?: ReactNode
}

/** The buttons below a form. */
export function FormFooter(props: FormFooterProps) {
  const { agree, isSending, close, isDangerous, children } = props
  const leave = useLeave(close)
  return (
    <div className={classes.footer}>
      <Button variant="default" onClick={leave}>
        {t('kit.cancel')}
      </Button>
      {children}
      <Button type="submit" loading={isSending} {...(isDangerous && { color: 'red' })}>
        {t(agree)}
      </Button>
    </div>
  )
}
