import { type LoginBan, loginBans } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { type Columns, yesNo } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { NewBan } from './BanDialog.tsx'
import { banKindTexts } from './loginTexts.ts'

const BanDialog = lazyDialog(() => import('./BanDialog.tsx').then((file) => file.BanDialog))

function Until({ until, isOver }: Pick<LoginBan, 'until' | 'isOver'>) {
  if (until === null) return t('deviceLogin.banForGood')
  if (!isOver) return <Time at={until} />
  return <StatusBadge tone="neutral">{t('deviceLogin.banEnded')}</StatusBadge>
}

export const columns: Columns<LoginBan> = [
  {
    key: 'value',
    title: 'deviceLogin.banValue',
    width: 180,
    render: ({ value }) => <Ltr>{value}</Ltr>,
  },
  {
    key: 'kind',
    title: 'deviceLogin.banKind',
    width: 100,
    words: banKindTexts,
    render: ({ kind }) => t(banKindTexts[kind]),
  },
  {
    key: 'reason',
    title: 'deviceLogin.banReason',
    render: ({ reason }) => <Words>{reason}</Words>,
  },
  {
    key: 'until',
    title: 'deviceLogin.banUntil',
    width: 160,
    file: [
      { key: 'until', title: 'deviceLogin.banUntil' },
      { key: 'isOver', title: 'deviceLogin.banEnded', words: yesNo },
    ],
    render: Until,
  },
  {
    key: 'orgName',
    title: 'mqttLog.org',
    width: 140,
    render: ({ orgName }) => <Words>{orgName}</Words>,
  },
  {
    key: 'createdAt',
    title: 'deviceLogin.banCreatedAt',
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'createdBy',
    title: 'deviceLogin.banCreatedBy',
    width: 120,
    render: ({ createdBy }) => <Words>{createdBy}</Words>,
  },
]

/** Who may not come in, and the way to let him in again. */
export function BanPanel() {
  const list = useList(loginBans)
  const dialog = useDialog<NewBan>()
  const act = useAction(loginBans)
  const mayBan = useCan(loginBans.add.permission)
  const lift = async ({ id, value }: LoginBan) => {
    const title = t('deviceLogin.lift')
    const text = t('deviceLogin.liftSure', { value })
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(loginBans.remove, { params: { id } }, () => t('deviceLogin.lifted', { value }))
  }
  return (
    <>
      <Filters
        list={list}
        keyword={['deviceLogin.banSought']}
        fields={{ kind: { label: 'deviceLogin.banKind', options: banKindTexts } }}
      />
      <ActionLine list={list} columns={columns}>
        {mayBan && (
          <>
            <Button variant="default" onClick={() => dialog.open({ kind: 'ADDRESS', value: '' })}>
              {t('deviceLogin.banIp')}
            </Button>
            <Button onClick={() => dialog.open({ kind: 'SN', value: '' })}>
              {t('deviceLogin.banSn')}
            </Button>
          </>
        )}
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="deviceLogin.banEmpty"
        actionsWidth={120}
        actions={(row) => (
          <RowButton code={loginBans.remove.permission} onClick={() => void lift(row)}>
            {t('deviceLogin.lift')}
          </RowButton>
        )}
      />
      <BanDialog dialog={dialog} />
    </>
  )
}
