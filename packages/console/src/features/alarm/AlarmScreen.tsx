import { alarmRules, alarms } from '@muster/contract'
import { ListTabs } from '../../kit/page/ListTabs.tsx'
import { AlarmInbox } from './AlarmInbox.tsx'
import { AlarmRules } from './AlarmRules.tsx'

/** ALARM_LOG: what is wrong with terminals, and the rules that say so. */
export const AlarmScreen = () => (
  <ListTabs
    title="alarm.title"
    tabs={[
      {
        key: 'inbox',
        title: 'alarm.tab.inbox',
        permission: alarms.page.permission,
        List: AlarmInbox,
      },
      {
        key: 'rules',
        title: 'alarm.tab.rules',
        permission: alarmRules.page.permission,
        List: AlarmRules,
      },
    ]}
  />
)
