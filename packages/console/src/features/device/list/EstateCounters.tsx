import { type Device, devices, lifecycles } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../platform/format.ts'
import type { List } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { lifecycleTexts, presenceTexts } from '../facts/deviceTexts.ts'
import classes from './list.module.css'

interface Counter {
  readonly key: string
  readonly text: string
  readonly count: number | null
  /** What the list is filtered by while this counter is pressed. */
  readonly filter: Readonly<Record<string, string>>
}

/** How many terminals there are, by presence and life cycle; a press filters the list by it. */
export function EstateCounters({ list }: { readonly list: List<Device> }) {
  const counters = useCounters()
  const { filter } = list.state
  const press = (counter: Counter) => {
    const { presence: _presence, lifecycle: _lifecycle, ...others } = filter
    list.change({ filter: isPressed(counter, filter) ? others : { ...others, ...counter.filter } })
  }
  return (
    <div className={classes.counters} role="group" aria-label={t('device.estate')}>
      {counters.map((counter) => (
        <button
          key={counter.key}
          type="button"
          className={classes.counter}
          aria-pressed={isPressed(counter, filter)}
          onClick={() => press(counter)}
        >
          <span>{counter.text}</span>
          <strong>{formatNumber(counter.count)}</strong>
        </button>
      ))}
    </div>
  )
}

/** The counter that says what the list is filtered by; the total when it is by neither. */
function isPressed(
  counter: Counter,
  { presence = '', lifecycle = '' }: Counter['filter'],
): boolean {
  const wanted = { presence: '', lifecycle: '', ...counter.filter }
  return wanted.presence === presence && wanted.lifecycle === lifecycle
}

function useCounters(): readonly Counter[] {
  const { active } = usePage()
  const isAllowed = useCan(devices.count.permission)
  const { data } = useQuery({ ...query(devices.count, {}), enabled: isAllowed, subscribed: active })
  const counts = data?.byLifecycle ?? {}
  return [
    { key: 'total', text: t('device.total'), count: data?.total ?? null, filter: {} },
    {
      key: 'online',
      text: t(presenceTexts.ONLINE),
      count: data?.online ?? null,
      filter: { presence: 'ONLINE' },
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
