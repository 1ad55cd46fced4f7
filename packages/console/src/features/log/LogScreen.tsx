import { usePage } from '../../kit/page.ts'
import { Screen } from '../../kit/parts/Screen.tsx'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import { ActionList } from './ActionList.tsx'
import classes from './log.module.css'
import { SignInList } from './SignInList.tsx'

/** LOG: what people did, and who signed in. */
export function LogScreen() {
  const { query, setQuery } = usePage()
  const tab = query['tab'] === 'signIns' ? 'signIns' : 'actions'
  return (
    <Screen title="log.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key === 'signIns' ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('log.title')}>
          <Tabs.Tab value="actions">{t('log.actions')}</Tabs.Tab>
          <Tabs.Tab value="signIns">{t('log.signIns')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="actions" className={classes.panel}>
          <ActionList />
        </Tabs.Panel>
        <Tabs.Panel value="signIns" className={classes.panel}>
          <SignInList />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
