import { type DetailedPush, formerStopped, ranOut, releaseReasons } from '@muster/contract'
import {
  formatDateTime,
  formatDateTimeIn,
  formatNumber,
  nothing,
} from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { rhythmText } from '../rhythm.ts'
import { givenOf } from '../shares.ts'

type Said = Pick<
  DetailedPush,
  | 'state'
  | 'reason'
  | 'rejectedAt'
  | 'rejectedBy'
  | 'size'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'waiting'
  | 'active'
  | 'leftOut'
  | 'startsAt'
  | 'cron'
  | 'zone'
  | 'graceUntil'
  | 'expandedAt'
>

/** How far a push is, and why it rests where it does, in one sentence. */
export function howFar(push: Said, now: number): string {
  const known = ([...releaseReasons, formerStopped] as const).find((key) => key === push.reason)
  const reason = known ? t(known) : (push.reason ?? '')
  switch (push.state) {
    case 'APPROVAL':
      return t('push.says.APPROVAL')
    case 'SCHEDULED':
      return push.cron === null || push.startsAt === null
        ? t('push.says.SCHEDULED', { time: formatDateTime(push.startsAt) })
        : comesRound({ cron: push.cron, zone: push.zone ?? 'UTC' }, push.startsAt)
    case 'RUNNING':
      return underWay(push, now)
    case 'PAUSED':
      return reason ? t('push.says.pausedFor', { reason }) : t('push.says.PAUSED')
    case 'STOPPED':
      if (push.rejectedAt !== null)
        return t('push.says.rejected', { by: push.rejectedBy ?? nothing, reason })
      if (reason) return t('push.says.stoppedFor', { reason })
      // Whoever stops it says why.
      return t(hasLeft(push) ? 'push.says.STOPPED' : 'push.says.takenBack')
    case 'FINISHED':
      return push.reason === ranOut
        ? t(ranOut)
        : t('push.says.FINISHED', { number: formatNumber(push.succeeded) })
    case 'PARTIAL':
      return withCancelled(t('push.says.PARTIAL', figures(push)), push)
    case 'EXPIRED':
      return t('push.says.EXPIRED')
  }
}

const comesRound = ({ cron, zone }: Round, startsAt: string): string =>
  t('push.says.again', {
    rhythm: rhythmText(cron),
    zone,
    time: formatDateTimeIn(zone, new Date(startsAt)),
  })

interface Round {
  readonly cron: string
  readonly zone: string
}

function underWay(push: Said, now: number): string {
  if (push.graceUntil !== null && Date.parse(push.graceUntil) > now)
    return t('push.says.grace', { time: formatDateTime(push.graceUntil) })
  if (push.expandedAt === null) return t('push.says.expanding', figures(push))
  return withCancelled(t('push.says.RUNNING', figures(push)), push)
}

const hasLeft = ({ active, succeeded, failed }: Said): boolean => active + succeeded + failed > 0

const withCancelled = (said: string, { cancelled }: Said): string =>
  cancelled > 0 ? `${said} ${t('push.says.cancelled', { number: formatNumber(cancelled) })}` : said

const figures = (push: Said) => ({
  size: formatNumber(push.size),
  // Those that it passed by were not given it.
  given: formatNumber(givenOf(push)),
  done: formatNumber(push.succeeded),
  failed: formatNumber(push.failed),
  open: formatNumber(push.waiting + push.active),
  left: formatNumber(push.leftOut),
})
