import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { ChangeList } from './ChangeList.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import classes from './paramLog.module.css'

const parts = [
  ['changes', 'paramLog.changes', ChangeList],
  ['deliveries', 'paramLog.deliveries', DeliveryList],
] as const

/** PARAM_LOG: what was said about parameters, and how far terminals are with it. */
export function ParamLogScreen() {
  const { query, setQuery } = usePage()
  const [first] = parts
  const [tab] = parts.find(([key]) => key === query['tab']) ?? first
  return (
    <Screen title="paramLog.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== first[0] ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('paramLog.title')}>
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
