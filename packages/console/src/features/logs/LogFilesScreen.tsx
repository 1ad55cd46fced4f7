import { logFiles, logRules } from '@muster/contract'
import { usePage } from '../../kit/page/page.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { can, useSession } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import { LogFileList } from './file/LogFileList.tsx'
import { LogRules } from './file/LogRules.tsx'
import classes from './logs.module.css'

const parts = [
  { key: 'files', title: 'logFile.tab', permission: logFiles.page.permission, List: LogFileList },
  { key: 'rules', title: 'logRule.tab', permission: logRules.page.permission, List: LogRules },
] as const

/** MANAGE_DEVICE_LOG: logs that terminals handed in, and the rules by which they do. */
export function LogFilesScreen() {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const open = parts.filter(({ permission }) => can(permission))
  const { key: tab, List } = open.find(({ key }) => key === query['tab']) ?? open[0] ?? parts[0]
  return (
    <Screen title="logFile.title">
      <Tabs value={tab} onChange={(key) => setQuery(key && key !== 'files' ? { tab: key } : {})}>
        <Tabs.List aria-label={t('logFile.title')}>
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
