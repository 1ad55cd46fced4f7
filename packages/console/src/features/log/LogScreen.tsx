import { usePage } from '../../kit/page/page.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import { ActionList } from './ActionList.tsx'
import { ClientErrorList } from './ClientErrorList.tsx'
import classes from './log.module.css'
import { SignInList } from './SignInList.tsx'

/** Each log with the text of its tab; the first needs no word in the address. */
const logs = [
  ['actions', ActionList],
  ['signIns', SignInList],
  ['clientErrors', ClientErrorList],
] as const

/** LOG: what people did, who signed in, and what broke in their consoles. */
export function LogScreen() {
  const { query, setQuery } = usePage()
  const [first] = logs
  const [tab] = logs.find(([key]) => key === query['tab']) ?? first
  return (
    <Screen title="log.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== first[0] ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('log.title')}>
          {logs.map(([key]) => (
            <Tabs.Tab key={key} value={key}>
              {t(`log.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {logs.map(([key, List]) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            <List />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
