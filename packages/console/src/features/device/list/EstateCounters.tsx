import { type Device, devices, lifecycles } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCapped } from '../../../kit/formatCapped.ts'
import { Segments } from '../../../kit/list/Segments.tsx'
import type { List } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'

interface Counter {
  readonly key: string
  readonly text: string
  readonly count: number | null
  /** At least so many: the server stopped counting. */
  readonly isCapped?: boolean
  /** What the list is filtered by while this counter is pressed. */
  readonly filter: Readonly<Record<string, string>>
}

/** How many terminals match the list's other filters, by presence, alarms and life cycle; a press filters by it. */
export function EstateCounters({ list }: { readonly list: List<Device> }) {
  const { filter } = list.state
  const counters = useCounters(othersOf(list.sought))
  const press = (counter: Counter) => {
    const others = othersOf(filter)
    list.change({ filter: isPressed(counter, filter) ? others : { ...others, ...counter.filter } })
  }
  return (
    <Segments
      label={t('device.estate')}
      segments={counters.map((counter) => ({
        key: counter.key,
        text: counter.text,
        count: formatCapped(counter.count, counter.isCapped),
        isPressed: isPressed(counter, filter),
        press: () => press(counter),
      }))}
    />
  )
}

/** What a list is filtered by beside what the counters choose. */
function othersOf({
  presence: _presence,
  lifecycle: _lifecycle,
  alarm: _alarm,
  ...others
}: Counter['filter']): Counter['filter'] {
  return others
}

/** The counter that says what the list is filtered by; the total when it is by none. */
function isPressed(
  counter: Counter,
  { presence = '', lifecycle = '', alarm = '' }: Counter['filter'],
): boolean {
  const wanted = { presence: '', lifecycle: '', alarm: '', ...counter.filter }
  return wanted.presence === presence && wanted.lifecycle === lifecycle && wanted.alarm === alarm
}

function useCounters(sought: Counter['filter']): readonly Counter[] {
  const { active } = usePage()
  const { data } = useQuery({
    ...query(devices.count, { query: sought }),
    placeholderData: keepPreviousData,
    enabled: useCan(devices.count.permission),
    subscribed: active,
  })
  const counts = data?.byLifecycle ?? {}
  const byPresence = { ONLINE: data?.online ?? null, OFFLINE: data?.offline ?? null }
  const total = { count: data?.total ?? null, isCapped: data?.capped ?? false }
  return [
    { key: 'total', text: t('device.total'), ...total, filter: {} },
    ...(['ONLINE', 'OFFLINE'] as const).map((presence) => ({
      key: presence,
      text: t(presenceTexts[presence]),
      count: byPresence[presence],
      filter: { presence },
    })),
    {
      key: 'alarm',
      text: t('alarm.withAlarms'),
      count: data?.alarmed ?? null,
      filter: { alarm: '1' },
    },
    ...lifecycles
      .filter((lifecycle) => (counts[lifecycle] ?? 0) > 0)
      .map((lifecycle) => ({
        key: lifecycle,
        text: t(lifecycleTexts[lifecycle]),
        count: counts[lifecycle] ?? 0,
        filter: { lifecycle },
      })),
  ]
}
