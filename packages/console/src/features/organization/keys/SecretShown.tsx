import type { TextKey } from '@muster/contract'
import { useState } from 'react'
import { putOnClipboard } from '../../../platform/clipboard.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from '../organization.module.css'

interface SecretShownProps {
  readonly title: TextKey
  readonly secret: string
}

/** A secret that no one can read again. */
export function SecretShown({ title, secret }: SecretShownProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await putOnClipboard(secret)
    setCopied(true)
  }
  return (
    <Callout title={t(title)}>
      {t('organization.key.once')}
      <div className={classes.token}>
        <code dir="ltr">{secret}</code>
        <Button size="xs" variant="default" onClick={() => void copy()}>
          {t(isCopied ? 'organization.key.copied' : 'organization.key.copy')}
        </Button>
      </div>
    </Callout>
  )
}
