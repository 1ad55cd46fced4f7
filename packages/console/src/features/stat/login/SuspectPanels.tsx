import {
  type CloneSuspicion,
  type FlappingTerminal,
  flapsPerDay,
  loginBans,
  logins,
} from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Day, Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import type { NewBan } from './BanDialog.tsx'
import classes from './login.module.css'
import { Terminal } from './loginColumns.tsx'
import { cutFields } from './SessionPanel.tsx'

const BanDialog = lazyDialog(() => import('./BanDialog.tsx').then((file) => file.BanDialog))

export const flapColumns: Columns<FlappingTerminal> = [
  { key: 'sn', title: 'deviceLogin.sn', width: 150, render: Terminal },
  {
    key: 'day',
    title: 'deviceLogin.day',
    width: 120,
    render: ({ day }) => <Day on={day} />,
  },
  {
    key: 'connects',
    title: 'deviceLogin.connects',
    width: 110,
    align: 'end',
    render: ({ connects }) => formatNumber(connects),
  },
  {
    key: 'orgName',
    title: 'deviceLogin.org',
    render: ({ orgName }) => <Words>{orgName}</Words>,
  },
  {
    key: 'modelName',
    title: 'deviceLogin.model',
    render: ({ modelName }) => <Words>{modelName}</Words>,
  },
]

const dayMs = 86_400_000

/** Terminals that come and go all the time. */
export function FlapPanel() {
  const list = useList({ page: logins.flap })
  const { setQuery } = usePage()
  const show = ({ deviceId, sn, orgId, day }: FlappingTerminal) => {
    const start = new Date(day)
    const [from, to] = [start.toISOString(), new Date(start.getTime() + dayMs).toISOString()]
    setQuery({ ...(sn === null ? { deviceId } : { sn }), orgId, from, to })
  }
  return (
    <>
      <Filters list={list} keyword={['deviceLogin.keyword']} fields={cutFields} />
      <p className={classes.hint}>
        {t('deviceLogin.flapHint', { count: formatNumber(flapsPerDay) })}
      </p>
      <ActionLine list={list} columns={flapColumns}>
        <ExportButton list={list} columns={flapColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={flapColumns}
        emptyText="deviceLogin.flapEmpty"
        actionsWidth={130}
        actions={(row) => (
          <RowButton opens code={logins.page.permission} onClick={() => show(row)}>
            {t('deviceLogin.showThese')}
          </RowButton>
        )}
      />
    </>
  )
}

export const cloneColumns: Columns<CloneSuspicion> = [
  {
    key: 'at',
    title: 'deviceLogin.suspectedAt',
    holds: 'moment',
    render: ({ at }) => <Time at={at} />,
  },
  { key: 'sn', title: 'deviceLogin.sn', width: 150, render: Terminal },
  {
    key: 'addresses',
    title: 'deviceLogin.addresses',
    render: ({ addresses }) => <Ltr>{addresses}</Ltr>,
  },
  {
    key: 'times',
    title: 'deviceLogin.times',
    width: 90,
    align: 'end',
    render: ({ times }) => formatNumber(times),
  },
  {
    key: 'orgName',
    title: 'deviceLogin.org',
    render: ({ orgName }) => <Words>{orgName}</Words>,
  },
]

/** Terminals that two fight for. */
export function ClonePanel() {
  const list = useList({ page: logins.clone })
  const ban = useDialog<NewBan>()
  const { setQuery } = usePage()
  return (
    <>
      <Filters list={list} keyword={['deviceLogin.keyword']} fields={cutFields} />
      <p className={classes.hint}>{t('deviceLogin.cloneHint')}</p>
      <ActionLine list={list} columns={cloneColumns}>
        <ExportButton list={list} columns={cloneColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={cloneColumns}
        emptyText="deviceLogin.cloneEmpty"
        actionsWidth={230}
        actions={({ sn }) => (
          <RowActions>
            <RowButton opens code={logins.page.permission} onClick={() => setQuery({ sn })}>
              {t('deviceLogin.showThese')}
            </RowButton>
            <RowButton
              code={loginBans.add.permission}
              isDangerous
              onClick={() => ban.open({ kind: 'SN', value: sn })}
            >
              {t('deviceLogin.banSn')}
            </RowButton>
          </RowActions>
        )}
      />
      <BanDialog dialog={ban} />
    </>
  )
}
