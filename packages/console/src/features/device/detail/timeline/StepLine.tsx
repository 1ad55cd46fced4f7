import type { TimelineStep } from '@muster/contract'
import { Ltr, Words } from '../../../../kit/page/values.tsx'
import { useCan } from '../../../../kit/session.ts'
import { formatDateTimeSeconds, formatTimeOfDay } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { TabLink } from '../../facts/TabLink.tsx'
import { Related } from '../../log/logColumns.tsx'
import { TaskBadge } from '../tasks/TaskBadge.tsx'
import { Ticks } from '../tasks/Ticks.tsx'
import { ticksOf } from '../tasks/ticks.ts'
import classes from './timeline.module.css'
import { detailOf, iconOf, titleOf, toneOf, wayOf } from './timelineTexts.ts'

interface StepLineProps {
  readonly deviceId: string
  readonly step: TimelineStep
}

/** One thing that happened: what, what belongs to it, who did it, and when. */
export function StepLine({ deviceId, step }: StepLineProps) {
  const { at, by, task, refKind } = step
  const words = detailOf(step)
  return (
    <li data-kind={step.kind}>
      <span className={classes.icon} data-tone={toneOf(step)}>
        <Icon name={iconOf(step)} size={14} />
      </span>
      <p>
        <Title deviceId={deviceId} step={step} />
        {words !== '' && <Words>{words}</Words>}
        {refKind !== null && refKind !== 'ALARM' && (
          <Related entry={{ ...step, deviceId, isThere: true }} />
        )}
        {task && <Ticks ticks={ticksOf(task)} />}
        {task && <TaskBadge {...task} />}
        {by !== null && (
          <span className={classes.by}>
            {t('device.timeline.by')} <Ltr>{by}</Ltr>
          </span>
        )}
      </p>
      <time dateTime={at} title={formatDateTimeSeconds(at)}>
        {formatTimeOfDay(at)}
      </time>
    </li>
  )
}

/** Leads to where more is said of it, for whoever may look there. */
function Title({ deviceId, step }: StepLineProps) {
  const { tab, permission } = wayOf(step)
  const isOpen = useCan(permission)
  const text = <strong>{titleOf(step)}</strong>
  if (!isOpen) return text
  return (
    <TabLink id={deviceId} tab={tab}>
      {text}
    </TabLink>
  )
}
