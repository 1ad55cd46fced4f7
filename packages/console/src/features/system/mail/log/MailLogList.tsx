import { type LoggedMail, mailLog, type TextKey } from '@muster/contract'
import { useAction } from '../../../../kit/useAction.ts'
import { useDialog } from '../../../../kit/dialog/useDialog.ts'
import { useList } from '../../../../kit/list/useList.ts'
import { RowActions, RowButton } from '../../../../kit/list/buttons.tsx'
import type { Columns } from '../../../../kit/list/columns.tsx'
import { DataTable } from '../../../../kit/list/DataTable.tsx'
import { Filters } from '../../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../../platform/lazyPart.tsx'
import { Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { t } from '../../../../platform/texts.ts'
import { mailName, mailNames } from '../mailNames.ts'

const MailDialog = lazyDialog(() => import('./MailDialog.tsx').then((file) => file.MailDialog))

const stateTexts: Readonly<Record<LoggedMail['state'], TextKey>> = {
  QUEUED: 'mail.state.QUEUED',
  SENT: 'mail.state.SENT',
  FAILED: 'mail.state.FAILED',
}
const stateTones = { QUEUED: 'waiting', SENT: 'good', FAILED: 'bad' } as const

const columns: Columns<LoggedMail> = [
  {
    key: 'at',
    title: 'mail.at',
    holds: 'moment',
    sortable: true,
    render: ({ at }) => <Time at={at} />,
  },
  { key: 'to', title: 'mail.to', sortable: true, render: ({ to }) => <Ltr>{to}</Ltr> },
  { key: 'template', title: 'mail.template', render: ({ template }) => mailName(template) },
  { key: 'subject', title: 'mail.subject' },
  {
    key: 'state',
    title: 'mail.state',
    width: 110,
    render: ({ state }) => (
      <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
    ),
  },
  { key: 'serverName', title: 'mail.through' },
  { key: 'error', title: 'mail.error', render: ({ error }) => <Ltr>{error}</Ltr> },
]

/** Every mail of ours, the latest first. */
export function MailLogList() {
  const list = useList(mailLog)
  const dialog = useDialog<LoggedMail>()
  const act = useAction(mailLog)
  return (
    <>
      <Filters
        list={list}
        columns={columns}
        keyword={['mail.to', 'mail.subject']}
        fields={{
          to: 'mail.to',
          template: { label: 'mail.template', options: mailNames },
          state: { label: 'mail.state', options: stateTexts },
        }}
      />
      <DataTable
        list={list}
        columns={columns}
        emptyText="mail.emptyLog"
        actionsWidth={190}
        actions={(mail) => (
          <RowActions>
            <RowButton opens code={mailLog.detail.permission} onClick={() => dialog.open(mail)}>
              {t('mail.read')}
            </RowButton>
            {!mail.isBlotted && (
              <RowButton
                code={mailLog.resend.permission}
                onClick={() => void act(mailLog.resend, { params: { id: mail.id } })}
              >
                {t('mail.resend')}
              </RowButton>
            )}
          </RowActions>
        )}
      />
      <MailDialog dialog={dialog} />
    </>
  )
}
