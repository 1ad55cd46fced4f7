import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import classes from './location.module.css'
import type { toneOf } from './useClusters.ts'

const tones: Readonly<Record<ReturnType<typeof toneOf>, TextKey>> = {
  ok: 'location.tone.ok',
  mixed: 'location.tone.mixed',
  away: 'location.tone.away',
}

/** What the colours of the marks mean, how the map is moved, and which of its terminals the list has. */
export const MapWords = ({ hasArea }: { readonly hasArea: boolean }) => (
  <>
    <ul className={classes.legend} aria-label={t('location.legend')}>
      {Object.entries(tones).map(([tone, text]) => (
        <li key={tone} data-tone={tone}>
          {t(text)}
        </li>
      ))}
    </ul>
    <p className={classes.hint}>
      {t('location.mapHint')} {t(hasArea ? 'location.listInArea' : 'location.listSame')}
    </p>
  </>
)
