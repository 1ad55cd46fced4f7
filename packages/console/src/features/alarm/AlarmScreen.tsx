import { alarmRules, alarms } from '@muster/contract'
import { usePage } from '../../kit/page/page.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { can, useSession } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import { AlarmInbox } from './AlarmInbox.tsx'
import { AlarmRules } from './AlarmRules.tsx'
import classes from './alarm.module.css'

const parts = [
  { key: 'inbox', title: 'alarm.tab.inbox', permission: alarms.page.permission, List: AlarmInbox },
  {
    key: 'rules',
    title: 'alarm.tab.rules',
    permission: alarmRules.page.permission,
    List: AlarmRules,
  },
] as const

/** ALARM_LOG: what is wrong with terminals, and the rules that say so. */
export function AlarmScreen() {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const open = parts.filter(({ permission }) => can(permission))
  const { key: tab, List } = open.find(({ key }) => key === query['tab']) ?? open[0] ?? parts[0]
  return (
    <Screen title="alarm.title">
      <Tabs value={tab} onChange={(key) => setQuery(key && key !== 'inbox' ? { tab: key } : {})}>
        <Tabs.List aria-label={t('alarm.title')}>
          {open.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          <List />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
