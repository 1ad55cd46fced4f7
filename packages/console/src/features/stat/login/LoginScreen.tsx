import { alarmRules } from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { BanPanel } from './BanPanel.tsx'
import { FailurePanel } from './FailurePanel.tsx'
import classes from './login.module.css'
import { SessionPanel } from './SessionPanel.tsx'
import { ClonePanel, FlapPanel } from './SuspectPanels.tsx'

const parts = [
  ['sessions', 'deviceLogin.sessions', SessionPanel],
  ['flapping', 'deviceLogin.flapping', FlapPanel],
  ['clones', 'deviceLogin.clones', ClonePanel],
  ['failures', 'deviceLogin.failures', FailurePanel],
  ['bans', 'deviceLogin.bans', BanPanel],
] as const

/** STATISTICS_DEVICE_LOGIN_LOG: how terminals sign in, what is odd about it, and who may not. */
export function LoginScreen() {
  const { query, setQuery } = usePage()
  const mayRule = useCan(alarmRules.page.permission)
  const [first] = parts
  const [tab] = parts.find(([key]) => key === query['tab']) ?? first
  return (
    <Screen title="deviceLogin.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== first[0] ? { tab: key } : {})}
        keepMounted={false}
      >
        <div className={classes.top}>
          <Tabs.List aria-label={t('deviceLogin.title')} className={classes.tabs ?? ''}>
            {parts.map(([key, title]) => (
              <Tabs.Tab key={key} value={key}>
                {t(title)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {mayRule && (
            <a className={classes.rules} href="#/device/alarm?tab=rules">
              {t('deviceLogin.alarmRule')}
            </a>
          )}
        </div>
        {parts.map(([key, , Content]) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
