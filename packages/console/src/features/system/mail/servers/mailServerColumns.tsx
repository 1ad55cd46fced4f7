import { type MailServer, mailServers, type TextKey } from '@muster/contract'
import type { Columns } from '../../../../kit/list/columns.tsx'
import { statusColumn } from '../../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'

export const securityTexts: Readonly<Record<MailServer['security'], TextKey>> = {
  none: 'mail.server.securityNone',
  starttls: 'mail.server.securityStarttls',
  tls: 'mail.server.securityTls',
}

export const columns: Columns<MailServer> = [
  {
    key: 'name',
    title: 'mail.server.name',
    sortable: true,
    render: ({ name, isDefault }) => (
      <>
        <bdi>{name}</bdi>{' '}
        {isDefault && <StatusBadge tone="good">{t('mail.server.default')}</StatusBadge>}
      </>
    ),
  },
  {
    key: 'host',
    title: 'mail.server.host',
    sortable: true,
    render: ({ host, port }) => (
      <Ltr>
        {host}:{port}
      </Ltr>
    ),
  },
  {
    key: 'security',
    title: 'mail.server.security',
    width: 96,
    render: ({ security }) => t(securityTexts[security]),
  },
  {
    key: 'senderAddress',
    title: 'mail.server.senderAddress',
    render: ({ senderAddress }) => <Ltr>{senderAddress}</Ltr>,
  },
  {
    key: 'orgName',
    title: 'mail.server.org',
    render: ({ orgName }) => <Words>{orgName ?? t('mail.server.everybody')}</Words>,
  },
  { key: 'sentToday', title: 'mail.server.sentToday', width: 96, align: 'end', render: shareOf },
  { key: 'lastTestAt', title: 'mail.server.lastTest', width: 150, render: lastTest },
  statusColumn(mailServers),
]

function shareOf({ sentToday, dailyLimit }: MailServer) {
  const sent = formatNumber(sentToday)
  return dailyLimit === null ? sent : `${sent} / ${formatNumber(dailyLimit)}`
}

function lastTest({ lastTestAt, lastTestError }: MailServer) {
  if (lastTestAt === null) return nothing
  return (
    <span title={lastTestError ?? undefined}>
      <StatusBadge tone={lastTestError === null ? 'good' : 'bad'}>
        <Time at={lastTestAt} />
      </StatusBadge>
    </span>
  )
}
