import { useState } from 'react'
import { usePage } from '../../kit/page.ts'
import { useCan, useSession } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { Alert, Tabs, Title } from '../../ui/controls.ts'
import { BaseTab } from './base/BaseTab.tsx'
import { PasswordForm } from './password/PasswordForm.tsx'
import styles from './PersonalCenter.module.css'

/** The signed-in user's own page. At the first sign-in only the password can be set. */
export function PersonalCenter() {
  const { query } = usePage()
  const mustChange = useSession((state) => state.flags.firstLogin === 1)
  const showsBase = useCan('PERSONAL_BASE_INFO') && !mustChange
  const [chosen, setChosen] = useState<string | null>(null)
  const standard = showsBase && !query['firstLogin'] ? 'base' : 'password'
  const tab = showsBase ? (chosen ?? standard) : 'password'
  return (
    <div className={styles['center']}>
      <Title order={1} size="h3">
        {t('shell.ucenter')}
      </Title>
      <Tabs value={tab} onChange={setChosen} keepMounted={false} mt="md">
        <Tabs.List>
          {showsBase && <Tabs.Tab value="base">{t('ucenter.base')}</Tabs.Tab>}
          <Tabs.Tab value="password">{t('ucenter.password')}</Tabs.Tab>
        </Tabs.List>
        {showsBase && (
          <Tabs.Panel value="base" pt="lg">
            <BaseTab />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="password" pt="lg">
          {mustChange && <Alert mb="lg">{t('ucenter.firstLogin')}</Alert>}
          <PasswordForm />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
