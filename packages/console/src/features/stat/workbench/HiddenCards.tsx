import type { WorkbenchCard } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { cardTitles } from './cardTitles.ts'
import classes from './workbench.module.css'

interface HiddenCardsProps {
  readonly cards: readonly WorkbenchCard[]
  readonly show: (card: WorkbenchCard) => void
}

/** What the user has put away, to take it out again. */
export function HiddenCards({ cards, show }: HiddenCardsProps) {
  if (cards.length === 0) return null
  return (
    <section className={classes.hidden} aria-label={t('workbench.hidden')}>
      <h2>{t('workbench.hidden')}</h2>
      {cards.map((card) => (
        <Button
          key={card}
          variant="default"
          size="xs"
          data-hidden={card}
          onClick={() => show(card)}
        >
          {t('workbench.show', { title: t(cardTitles[card]) })}
        </Button>
      ))}
    </section>
  )
}
