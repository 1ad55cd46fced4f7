import type { DetailedPush } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { PushCalls } from '../pushCalls.ts'
import { mayMove, permissionOf, usePushActs } from '../usePushActs.ts'
import { useSecondsLeft } from '../useSecondsLeft.ts'
import classes from './detail.module.css'

interface GraceProps {
  readonly of: PushCalls
  readonly push: DetailedPush
}

/** As long as nothing of it has left: for how long still, and the way back. */
export function Grace({ of, push }: GraceProps) {
  const left = useSecondsLeft(push.graceUntil)
  const { takeBack } = usePushActs(of)
  const isAllowed = useCan(permissionOf(of, 'takeBack'))
  if (!mayMove(push, 'takeBack')) return null
  const isCounting = push.state === 'RUNNING' && left > 0
  if (!isCounting && !isAllowed) return null
  return (
    <div className={classes.grace}>
      {isCounting && <span role="timer">{t('push.graceLeft', { count: left })}</span>}
      {isAllowed && (
        <Button variant="default" size="xs" onClick={() => void takeBack(push)}>
          {t('push.takeBack')}
        </Button>
      )}
    </div>
  )
}
