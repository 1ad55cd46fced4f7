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
import { MutedBadge } from './AlarmBadges.tsx'
import type { Closing } from './CloseDialog.tsx'
import type { Muting } from './MuteDialog.tsx'

const CloseDialog = lazyDialog(() => import('./CloseDialog.tsx').then((file) => file.CloseDialog))
const MuteDialog = lazyDialog(() => import('./MuteDialog.tsx').then((file) => file.MuteDialog))

/** Of one terminal nobody needs to read which it is. */
const ofDevice = columns.filter(({ key }) => key !== 'sn' && key !== 'orgName')

/** The alarms of one terminal, those that are over among them. */
export function DeviceAlarms({ deviceId }: { readonly deviceId: string }) {
  const list = useList(alarms, { fixed: { deviceId, muted: 'ALL' } })
  const dialogs = { closing: useDialog<Closing>(), muting: useDialog<Muting>() }
  return (
    <>
      <Filters
        list={list}
        keyword={null}
        fields={{
          state: { label: 'alarm.state', options: { LIVE: 'alarm.live', ...stateTexts } },
          kind: { label: 'alarm.kind', options: kindTexts },
        }}
      />
      <DataTable
        list={list}
        columns={ofDevice}
        empty={<p>{t('alarm.noneOfDevice')}</p>}
        actionsWidth={226}
        actions={(alarm: Alarm) => <AlarmActs alarm={alarm} dialogs={dialogs} />}
      />
      <CloseDialog dialog={dialogs.closing} />
      <MuteDialog dialog={dialogs.muting} />
    </>
  )
}

/** How many open alarms a terminal has, beside its state, and until when the last of them are muted. */
export function OpenAlarms({ deviceId }: { readonly deviceId: string }) {
  const { active } = usePage()
  const { data } = useQuery({
    ...query(alarms.page, { query: { deviceId, state: 'LIVE', muted: 'ALL', pageSize: 50 } }),
    enabled: useCan(alarms.page.permission),
    subscribed: active,
  })
  const open = data?.list ?? []
  const heard = open.filter(({ mutedUntil }) => mutedUntil === null)
  const last = open
    .filter(({ mutedUntil }) => mutedUntil !== null)
    .toSorted((one, other) => (one.mutedUntil ?? '').localeCompare(other.mutedUntil ?? ''))
    .at(-1)
  const isGrave = heard.some(({ severity }) => severity === 'HIGH' || severity === 'CRITICAL')
  return (
    <>
      {heard.length > 0 && (
        <StatusBadge tone={isGrave ? 'bad' : 'waiting'}>
          {t('alarm.open', { count: heard.length })}
        </StatusBadge>
      )}
      {last?.mutedUntil && <MutedBadge until={last.mutedUntil} reason={last.muteReason} />}
    </>
  )
}
