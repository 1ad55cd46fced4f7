import { mailLog, mailServers, mailTemplates } from '@muster/contract'
import { ListTabs } from '../../../kit/page/ListTabs.tsx'
import { MailLogList } from './log/MailLogList.tsx'
import { MailServerList } from './servers/MailServerList.tsx'
import { MailTemplateList } from './templates/MailTemplateList.tsx'

/** MAILCONFIG: servers, wordings, and every mail with what became of it. */
export const MailScreen = () => (
  <ListTabs
    title="mail.title"
    tabs={[
      {
        key: 'servers',
        title: 'mail.servers',
        permission: mailServers.page.permission,
        List: MailServerList,
      },
      {
        key: 'templates',
        title: 'mail.templates',
        permission: mailTemplates.page.permission,
        List: MailTemplateList,
      },
      { key: 'log', title: 'mail.log', permission: mailLog.page.permission, List: MailLogList },
    ]}
  />
)
