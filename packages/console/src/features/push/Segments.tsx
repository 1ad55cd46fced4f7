import type { Push } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { List } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { PushCalls } from './pushCalls.ts'
import classes from './push.module.css'
import { stateTexts } from './pushTexts.ts'

interface SegmentsProps {
  readonly of: PushCalls
  readonly list: List<Push>
}

const shown = ['', 'OPEN', 'APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'] as const

const texts = { '': 'push.all', OPEN: 'push.state.OPEN', ...stateTexts } as const

/** How many pushes are in each state that asks for something; a press filters by it. */
export function Segments({ of, list }: SegmentsProps) {
  const { state: _, ...others } = list.sought
  const { data } = useQuery({
    ...query(of.count, { query: others }),
    placeholderData: keepPreviousData,
    enabled: useCan(of.count.permission),
    subscribed: usePage().active,
  })
  const { filter } = list.state
  const { state: chosen = '', ...rest } = filter
  const press = (state: string) =>
    list.change({ filter: state === '' || state === chosen ? rest : { ...rest, state } })
  return (
    <div className={classes.segments} role="group" aria-label={t('push.title')}>
      {shown.map((state) => (
        <button
          key={state}
          type="button"
          className={classes.segment}
          aria-pressed={state === chosen}
          onClick={() => press(state)}
        >
          {t(texts[state])}
          {state !== '' && data && <strong>{formatNumber(data[state])}</strong>}
        </button>
      ))}
    </div>
  )
}
