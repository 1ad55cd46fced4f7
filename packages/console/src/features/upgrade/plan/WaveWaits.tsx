import { mostWaiting, type PlanWait } from '@muster/contract'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { SmallButton } from '../../../ui/table/cells.tsx'
import classes from './plan.module.css'
import { heldTexts } from './planTexts.ts'
import type { ShowTerminals } from './PlanTerminals.tsx'

interface WaveWaitsProps {
  readonly waits: readonly PlanWait[]
  readonly show: ShowTerminals
}

/** Why each wave has not passed, in a sentence, and what keeps its terminals. */
export function WaveWaits({ waits, show }: WaveWaitsProps) {
  if (waits.length === 0) return null
  return (
    <section aria-label={t('plan.waits')}>
      <ul className={classes.waits}>
        {waits.map((wait) => (
          <li key={wait.wave}>
            <span>{sentenceOf(wait)}</span>
            {wait.terminals.map((held) => (
              <SmallButton
                key={held.for}
                onClick={() => show({ wave: wait.wave, waitsFor: held.for })}
              >
                {heldText(held)}
              </SmallButton>
            ))}
            {wait.capped && (
              <span className={classes.hint}>
                {t('plan.waitsCapped', { count: formatNumber(mostWaiting) })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentenceOf({ wave: nth, for: what, count, needed, until }: PlanWait): string {
  const wave = formatNumber(nth)
  if (what === 'SUCCESS' || what === 'ENDS') {
    if (count === null || needed === null)
      return t(what === 'SUCCESS' ? 'plan.waits.ENOUGH' : 'plan.waits.ALL', { wave })
    const far = { wave, count: formatNumber(count), needed: formatNumber(needed) }
    return t(`plan.waits.${what}`, far)
  }
  if (what === 'MOMENT' && until === null) return t('plan.waits.SOON')
  return t(`plan.waits.${what}`, { wave, time: until === null ? '' : formatDateTime(until) })
}

function heldText({ for: what, count, until, reason }: PlanWait['terminals'][number]): string {
  const says = { why: t(heldTexts[what]), count: formatNumber(count) }
  // What is over may take the worker a moment yet.
  if (until === null || Date.parse(until) <= Date.now()) return t('plan.held', says)
  const time = formatDateTime(until)
  return reason === null
    ? t('plan.heldTime', { ...says, time })
    : t('plan.heldUntil', { ...says, time, reason })
}
