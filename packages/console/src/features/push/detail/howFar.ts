import { type DetailedPush, releaseReasons } from '@muster/contract'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

type Said = Pick<
  DetailedPush,
  | 'state'
  | 'reason'
  | 'size'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'waiting'
  | 'active'
  | 'leftOut'
  | 'startsAt'
  | 'cron'
  | 'graceUntil'
  | 'expandedAt'
>

/** How far a push is, and why it rests where it does, in one sentence. */
export function howFar(push: Said, now: number): string {
  const known = releaseReasons.find((key) => key === push.reason)
  const reason = known ? t(known) : (push.reason ?? '')
  switch (push.state) {
    case 'APPROVAL':
      return t('push.says.APPROVAL')
    case 'SCHEDULED':
      return t(push.cron ? 'push.says.again' : 'push.says.SCHEDULED', {
        time: formatDateTime(push.startsAt),
        cron: push.cron ?? '',
      })
    case 'RUNNING':
      return underWay(push, now)
    case 'PAUSED':
      return reason ? t('push.says.pausedFor', { reason }) : t('push.says.PAUSED')
    case 'STOPPED':
      if (reason) return t('push.says.stoppedFor', { reason })
      // Whoever stops it says why.
      return t(hasLeft(push) ? 'push.says.STOPPED' : 'push.says.takenBack')
    case 'FINISHED':
      return t('push.says.FINISHED', { number: formatNumber(push.succeeded) })
    case 'PARTIAL':
      return withCancelled(t('push.says.PARTIAL', figures(push)), push)
    case 'EXPIRED':
      return t('push.says.EXPIRED')
  }
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

const figures = ({ size, succeeded, failed, waiting, active, leftOut }: Said) => ({
  size: formatNumber(size),
  done: formatNumber(succeeded),
  failed: formatNumber(failed),
  open: formatNumber(waiting + active),
  left: formatNumber(leftOut),
})
