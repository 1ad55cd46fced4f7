import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import classes from './mqttLog.module.css'
import { TailPanel } from './TailPanel.tsx'
import { TrailList } from './TrailList.tsx'

const parts = [
  ['trail', 'mqttLog.trail', TrailList],
  ['tail', 'mqttLog.tail', TailPanel],
] as const

/** MQTT_LOG: what terminals and platform said to each other, and what they say now. */
export function MqttLogScreen() {
  const { query, setQuery } = usePage()
  const [first] = parts
  const [tab] = parts.find(([key]) => key === query['tab']) ?? first
  return (
    <Screen title="mqttLog.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== first[0] ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('mqttLog.title')}>
          {parts.map(([key, title]) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(([key, , Content]) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
