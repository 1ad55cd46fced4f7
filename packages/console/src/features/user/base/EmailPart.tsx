import type { Profile } from '@muster/contract'
import { useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Title } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'
import { EmailForm } from './EmailForm.tsx'

/** The mail address, and the way to another one; opened at once by `?initEmail=1`. */
export function EmailPart({ of }: { readonly of: Profile }) {
  const { query } = usePage()
  const [isOpen, setOpen] = useState(query['initEmail'] === '1')
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
      {isOpen && <EmailForm onDone={() => setOpen(false)} />}
    </section>
  )
}
