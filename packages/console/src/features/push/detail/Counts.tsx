import type { DetailedPush, TextKey } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { stateText } from '../../device/index.ts'
import { Parts } from '../Progress.tsx'
import bar from '../push.module.css'
import { shareKeys } from '../shares.ts'
import classes from './detail.module.css'
import { shareOfState, stepText } from './itemTexts.ts'
import type { ItemList } from './useItemList.ts'

interface CountsProps {
  readonly push: DetailedPush
  readonly list: ItemList
}

/** How many terminals of a push are where, by state and step; a press shows them below. */
export function Counts({ push, list }: CountsProps) {
  const { filter } = list.state
  const places = push.counts.map((count) => ({ ...count, share: shareOfState(count.state) }))
  // In the order of the bar.
  const counts = places.toSorted((a, b) => shareKeys.indexOf(a.share) - shareKeys.indexOf(b.share))
  const press = (state: string) => {
    const { state: chosen, ...others } = filter
    list.change({ filter: chosen === state ? others : { ...others, state } })
  }
  return (
    <section aria-label={t('push.counts' satisfies TextKey)}>
      <div className={`${bar.bar} ${bar.wide}`} aria-hidden="true">
        <Parts figures={push} />
      </div>
      <ul className={classes.counts}>
        {counts.map(({ state, step, count, share }) => (
          <li key={state + step}>
            <button
              type="button"
              data-share={share}
              aria-pressed={filter['state'] === state}
              onClick={() => press(state)}
            >
              <span>{step ? `${stateText(state)}, ${stepText(step)}` : stateText(state)}</span>
              <strong>{formatNumber(count)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
