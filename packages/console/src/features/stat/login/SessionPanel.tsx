import {
  defaultLogDays,
  figureDocuments,
  loginBans,
  logins,
  type LoginSession,
  models,
  organizations,
} from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { DocumentButton } from '../../../kit/export/DocumentButton.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { textsOf } from '../../../kit/textsOf.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { cutOf } from '../page/stat.ts'
import type { NewBan } from './BanDialog.tsx'
import { loginColumns } from './loginColumns.tsx'
import { endTexts, protocolTexts } from './loginTexts.ts'
import { TrendBlocks } from './TrendBlocks.tsx'

const BanDialog = lazyDialog(() => import('./BanDialog.tsx').then((file) => file.BanDialog))

/** What all parts of the screen are cut by. */
export const cutFields = {
  from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
  to: { label: 'log.to', kind: 'moment' },
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  modelId: { label: 'deviceLogin.model', of: models },
} as const

const fields = {
  ...cutFields,
  sn: 'deviceLogin.sn',
  ip: 'deviceLogin.ip',
  reason: {
    label: 'deviceLogin.reason',
    options: { OPEN: 'deviceLogin.reason.OPEN', ...endTexts },
  },
  protocol: { label: 'deviceLogin.protocol', options: protocolTexts },
} as const

/** Who connected when, from where and for how long; above it how many did in each hour. */
export function SessionPanel() {
  const list = useList(logins)
  const ban = useDialog<NewBan>()
  const { filter } = list.state
  const show = (change: Readonly<Record<string, string>>) =>
    list.change({ filter: { ...filter, ...change } })
  return (
    <>
      <Filters list={list} keyword={['deviceLogin.keyword']} fields={fields} />
      <TrendBlocks
        filter={filter}
        show={({ query }) => list.change({ filter: textsOf(query), keyword: '' })}
      />
      <ActionLine list={list} columns={loginColumns}>
        <DocumentButton
          title="deviceLogin.title"
          call={figureDocuments.login}
          query={cutOf(filter, Object.keys(cutFields))}
        />
        <ExportButton list={list} columns={loginColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={loginColumns}
        emptyText="deviceLogin.empty"
        actionsWidth={64}
        actions={(row) => <Acts row={row} ban={ban.open} show={show} />}
      />
      <BanDialog dialog={ban} />
    </>
  )
}

interface ActsProps {
  readonly row: LoginSession
  readonly ban: (record: NewBan) => void
  readonly show: (filter: Readonly<Record<string, string>>) => void
}

/** What is done about a connection. */
function Acts({ row: { sn, ip }, ban, show }: ActsProps) {
  return (
    <MoreMenu label={t('deviceLogin.actsOf', { sn: sn ?? '' })}>
      {sn !== null && (
        <ActionItem code={logins.page.permission} icon="search" onClick={() => show({ sn })}>
          {t('deviceLogin.onlySn')}
        </ActionItem>
      )}
      {ip !== null && (
        <ActionItem code={logins.page.permission} icon="search" onClick={() => show({ ip })}>
          {t('deviceLogin.onlyIp')}
        </ActionItem>
      )}
      {sn !== null && (
        <ActionItem
          code={loginBans.add.permission}
          icon="close"
          isDangerous
          onClick={() => ban({ kind: 'SN', value: sn })}
        >
          {t('deviceLogin.banSn')}
        </ActionItem>
      )}
      {ip !== null && (
        <ActionItem
          code={loginBans.add.permission}
          icon="close"
          isDangerous
          onClick={() => ban({ kind: 'ADDRESS', value: ip })}
        >
          {t('deviceLogin.banIp')}
        </ActionItem>
      )}
    </MoreMenu>
  )
}
