import { type FoundCrash, mostCrashes } from '@muster/contract'
import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { crashTexts } from '../levelTexts.ts'
import { excerptOf, Marked } from './Marked.tsx'
import type { Found } from './useSearch.ts'
import type { Tally } from './useTally.ts'
import classes from './view.module.css'

interface Going {
  /** Brings a line into sight, counted from 0. */
  readonly go: (line: number) => void
}

interface HitsProps extends Going {
  readonly found: Found
  readonly stop: () => void
}

/** Lines in which something was found, and how much was looked through. */
export function Hits({ found, stop, go }: HitsProps) {
  const { sought, hits, seen, total, isGoingOn, isCapped } = found
  return (
    <section aria-label={t('logView.hits')}>
      <h3>{t('logView.hitCount', { count: hits.length })}</h3>
      <p role="status">
        {isGoingOn && t('logView.searching', { share: formatPercent(total ? seen / total : 1) })}
        {isCapped && t('logView.capped', { count: formatNumber(hits.length) })}
      </p>
      {isGoingOn && (
        <Button variant="default" size="xs" onClick={stop}>
          {t('logView.stop')}
        </Button>
      )}
      {hits.length > 0 && (
        <ol className={classes.places}>
          {hits.map(({ line, text }) => (
            <li key={line}>
              <button type="button" className={classes.place} onClick={() => go(line)}>
                <span>{t('logView.lineNumber', { line: formatNumber(line + 1) })}</span>
                <code dir="ltr" data-hit>
                  <Marked text={excerptOf(text, sought)} sought={sought} />
                </code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface TalliedProps {
  readonly tally: Tally
  readonly stop: () => void
  /** Looks for the lines of a value. */
  readonly seek: (value: string) => void
}

/** What a pattern finds, and in how many lines. */
export function Tallied({ tally, stop, seek }: TalliedProps) {
  const { counts, unlisted, seen, total, isGoingOn } = tally
  return (
    <section aria-label={t('logView.tallied')}>
      <h3>{t('logView.tallied')}</h3>
      <p role="status">
        {isGoingOn && t('logView.searching', { share: formatPercent(total ? seen / total : 1) })}
        {!isGoingOn && counts.length === 0 && t('logView.nothingTallied')}
        {unlisted > 0 && t('logView.capped', { count: formatNumber(counts.length) })}
      </p>
      {isGoingOn && (
        <Button variant="default" size="xs" onClick={stop}>
          {t('logView.stop')}
        </Button>
      )}
      {counts.length > 0 && (
        <ol className={classes.places}>
          {counts.map(({ value, count }) => (
            <li key={value}>
              <button type="button" className={classes.place} onClick={() => seek(value)}>
                <span>{t('logView.inLines', { count })}</span>
                <code dir="ltr">{value}</code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface CrashesProps extends Going {
  readonly crashes: readonly FoundCrash[]
}

/** Crashes and hangs, to jump to. */
export function Crashes({ crashes, go }: CrashesProps) {
  return (
    <section aria-label={t('logView.crashes')}>
      <h3>{t('logView.crashes')}</h3>
      {crashes.length === 0 && <p>{t('logView.noCrash')}</p>}
      {crashes.length === mostCrashes && (
        <p>{t('logView.capped', { count: formatNumber(mostCrashes) })}</p>
      )}
      {crashes.length > 0 && (
        <ol className={classes.places}>
          {crashes.map((crash) => (
            <li key={crash.line}>
              <button type="button" className={classes.place} onClick={() => go(crash.line)}>
                <span>
                  {t(crashTexts[crash.kind])} <bdi dir="ltr">{crash.package}</bdi>
                </span>
                <code dir="ltr">{crash.title}</code>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
