import { type Alarm, alarms } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { StatusBadge } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { AlarmActs } from './AlarmActs.tsx'
import { columns } from './alarmColumns.tsx'
import { kindTexts, stateTexts } from './alarmTexts.ts'
import type { Closing } from './CloseDialog.tsx'

const CloseDialog = lazyDialog(() => import('./CloseDialog.tsx').then((file) => file.CloseDialog))

/** Of one terminal nobody needs to read which it is. */
const ofDevice = columns.filter(({ key }) => key !== 'sn' && key !== 'orgName')

/** The alarms of one terminal, those that are over among them. */
export function DeviceAlarms({ deviceId }: { readonly deviceId: string }) {
  const list = useList(alarms, { fixed: { deviceId } })
  const closing = useDialog<Closing>()
  return (
    <>
      <Filters
        list={list}
        fields={{
          state: { label: 'alarm.state', options: { LIVE: 'alarm.live', ...stateTexts } },
          kind: { label: 'alarm.kind', options: kindTexts },
        }}
      />
      <DataTable
        list={list}
        columns={ofDevice}
        empty={<p>{t('alarm.noneOfDevice')}</p>}
        actionsWidth={190}
        actions={(alarm: Alarm) => <AlarmActs alarm={alarm} closing={closing} />}
      />
      <CloseDialog dialog={closing} />
    </>
  )
}

/** How many open alarms a terminal has, beside its state. */
export function OpenAlarms({ deviceId }: { readonly deviceId: string }) {
  const { active } = usePage()
  const { data } = useQuery({
    ...query(alarms.page, { query: { deviceId, state: 'LIVE', pageSize: 20 } }),
    enabled: useCan(alarms.page.permission),
    subscribed: active,
  })
  const count = data?.total ?? 0
  if (count === 0) return null
  const isGrave = data?.list.some(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL')
  return <StatusBadge tone={isGrave ? 'bad' : 'waiting'}>{t('alarm.open', { count })}</StatusBadge>
}
