import type { Push } from '@muster/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segments } from '../../kit/list/Segments.tsx'
import type { List } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { PushCalls } from './pushCalls.ts'
import { stateTexts } from './pushTexts.ts'

interface SegmentsProps {
  readonly of: PushCalls
  readonly list: List<Push>
}

const shown = ['', 'OPEN', 'APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'] as const

const texts = { '': 'push.all', OPEN: 'push.state.OPEN', ...stateTexts } as const

/** How many pushes are in each state that asks for something; a press filters by it. */
export function PushSegments({ of, list }: SegmentsProps) {
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
    <Segments
      label={t('push.title')}
      segments={shown.map((state) => ({
        key: state,
        text: t(texts[state]),
        count: state !== '' && data ? formatNumber(data[state]) : undefined,
        isPressed: state === chosen,
        press: () => press(state),
      }))}
    />
  )
}
