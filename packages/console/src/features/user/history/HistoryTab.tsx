import { deviceName, ownSessions, type ReplyOf, type TextKey } from '@muster/contract'
import { useList } from '../../../kit/list/useList.ts'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

type SignIn = ReplyOf<typeof ownSessions.signIns>['list'][number]

const resultTexts: Readonly<Record<SignIn['result'], TextKey>> = {
  SUCCESS: 'ucenter.history.SUCCESS',
  WRONG_PASSWORD: 'ucenter.history.WRONG_PASSWORD',
  UNKNOWN_USER: 'ucenter.history.UNKNOWN_USER',
  LOCKED: 'ucenter.history.LOCKED',
  WRONG_CODE: 'ucenter.history.WRONG_CODE',
  WRONG_PASSKEY: 'ucenter.history.WRONG_PASSKEY',
  WRONG_CAPTCHA: 'ucenter.history.WRONG_CAPTCHA',
  NOT_ACTIVE: 'ucenter.history.NOT_ACTIVE',
  WRONG_PLACE: 'ucenter.history.WRONG_PLACE',
}

const columns: Columns<SignIn> = [
  { key: 'at', title: 'ucenter.history.at', holds: 'moment', render: ({ at }) => <Time at={at} /> },
  {
    key: 'result',
    title: 'ucenter.history.result',
    width: 190,
    render: ({ result }) => (
      <StatusBadge tone={result === 'SUCCESS' ? 'good' : 'bad'}>
        {t(resultTexts[result])}
      </StatusBadge>
    ),
  },
  {
    key: 'userAgent',
    title: 'ucenter.history.device',
    render: ({ userAgent }) => (userAgent ? <Ltr>{deviceName(userAgent)}</Ltr> : nothing),
  },
  { key: 'ip', title: 'ucenter.sessions.ip', width: 150, render: ({ ip }) => <Ltr>{ip}</Ltr> },
]

/** Who signed in to this account, or tried to. */
export function HistoryTab() {
  const list = useList({ page: ownSessions.signIns })
  return (
    <>
      <Filters
        list={list}
        columns={columns}
        keyword={['ucenter.sessions.ip']}
        fields={{ result: { label: 'ucenter.history.result', options: resultTexts } }}
      />
      <DataTable list={list} columns={columns} />
    </>
  )
}
