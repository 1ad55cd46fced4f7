import { mailLog, mailServers, mailTemplates, type TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { can, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { MailLogList } from './log/MailLogList.tsx'
import classes from './mail.module.css'
import { MailServerList } from './servers/MailServerList.tsx'
import { MailTemplateList } from './templates/MailTemplateList.tsx'

interface Part {
  readonly key: string
  readonly title: TextKey
  readonly permission: string
  readonly Content: ComponentType
}

const parts: readonly Part[] = [
  {
    key: 'servers',
    title: 'mail.servers',
    permission: mailServers.page.permission,
    Content: MailServerList,
  },
  {
    key: 'templates',
    title: 'mail.templates',
    permission: mailTemplates.page.permission,
    Content: MailTemplateList,
  },
  { key: 'log', title: 'mail.log', permission: mailLog.page.permission, Content: MailLogList },
]

/** MAILCONFIG: servers, wordings, and every mail with what became of it. */
export function MailScreen() {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const open = parts.filter(({ permission }) => can(permission))
  const shown = open.find(({ key }) => key === query['tab']) ?? open[0] ?? parts[0]
  if (!shown) return null
  const { key: tab, Content } = shown
  return (
    <Screen title="mail.title">
      <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
        <Tabs.List aria-label={t('mail.title')}>
          {open.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
