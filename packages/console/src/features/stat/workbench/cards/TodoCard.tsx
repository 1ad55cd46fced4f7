import { type ScreenKey, type TextKey, workbench } from '@muster/contract'
import { addressText } from '../../../../platform/address.ts'
import { t } from '../../../../platform/texts.ts'
import { useBoard, useDeviceLink, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { usePages } from '../pages.ts'
import { Figure } from './EstateCard.tsx'
import classes from '../workbench.module.css'

/** What waits for somebody to decide it. */
export function TodoCard() {
  const { filter } = useBoard()
  const read = useFigures(workbench.todo, { query: filter })
  const link = useDeviceLink()
  const page = usePageLink()
  return (
    <Card
      card="TODO"
      read={read}
      figures={(data) => ({
        columns: [t('workbench.todo'), t('workbench.count')],
        rows: waitingOf(data).map(({ text, count }) => [t(text), count]),
      })}
    >
      {(data) => (
        <ul className={classes.counters}>
          {waitingOf(data).map(({ key, text, count }) => (
            <li key={key} data-figure={key}>
              <Figure
                text={t(text)}
                count={count}
                href={
                  key === 'unclaimed' ? link({ lifecycle: 'UNCLAIMED' }) : page(key, filter.orgId)
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Key = 'unclaimed' | 'reviews' | 'invited'

const texts: Readonly<Record<Key, TextKey>> = {
  unclaimed: 'workbench.unclaimed',
  reviews: 'workbench.reviews',
  invited: 'workbench.invited',
}
const keys = ['unclaimed', 'reviews', 'invited'] as const

/** What is not the reader's to decide is left out. */
const waitingOf = (data: Readonly<Record<Key, number | null>>) =>
  keys.flatMap((key) => {
    const count = data[key]
    return count === null ? [] : [{ key, text: texts[key], count }]
  })

/** Where people who wait are decided about, for those who have the page. */
function usePageLink() {
  const pages = usePages()
  const pathOf = (screen: ScreenKey) => pages.find((page) => page.screen === screen)?.path
  return (key: Key, within = ''): string | undefined => {
    const path = key === 'reviews' ? pathOf('PLATfORM_USERS') : pathOf('USER')
    const query = key === 'reviews' ? { state: 'PENDING_REVIEW' } : { state: 'INVITED', within }
    return path && `#${addressText({ path, query })}`
  }
}
