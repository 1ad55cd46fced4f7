import type { Profile } from '@muster/contract'
import { useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import type { CardProps } from '../../../kit/setting/card.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Title } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { EmailForm } from './EmailForm.tsx'

interface EmailPartProps extends CardProps {
  readonly of: Profile
}

/** The mail address, and the way to another one; opened at once by `?initEmail=1`. */
export function EmailPart({ of, card, onDirty }: EmailPartProps) {
  const { query } = usePage()
  const [isOpen, setOpen] = useState(query['initEmail'] === '1')
  const close = () => {
    setOpen(false)
    onDirty(card, false)
  }
  return (
    <section className={styles['part']}>
      <Title order={2} size="h5" mb="xs">
        {t('door.email')}
      </Title>
      <div className={styles['row']}>
        <Ltr>{of.email}</Ltr>
        {!isOpen && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {t(of.email ? 'ucenter.email.change' : 'ucenter.email.set')}
          </Button>
        )}
      </div>
      {isOpen && <EmailForm onDone={close} onInput={() => onDirty(card, true)} />}
    </section>
  )
}
