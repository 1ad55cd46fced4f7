import { deviceLife, type TimelineKind, timelineKinds, type TimelineStep } from '@muster/contract'
import { useState } from 'react'
import { Segments } from '../../../../kit/list/Segments.tsx'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { t } from '../../../../platform/texts.ts'
import { Button } from '../../../../ui/controls.ts'
import detail from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { usePolling } from '../tasks/usePolling.ts'
import { dayText } from './dayText.ts'
import { StepLine } from './StepLine.tsx'
import classes from './timeline.module.css'
import { kindTexts } from './timelineTexts.ts'
import { useTimeline } from './useTimeline.ts'

/** What happened to a terminal, the latest first: all of it in one line of time, or what is of one kind. */
export function TimelinePanel({ deviceId }: { readonly deviceId: string }) {
  const [kind, setKind] = useState<TimelineKind | null>(null)
  const timeline = useTimeline(deviceId, kind)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, data } = timeline
  const steps = data?.pages.flatMap((page) => page.steps) ?? []
  usePolling(
    deviceId,
    steps.flatMap(({ task }) => task ?? []),
  )
  return (
    <Panel title={t('device.timeline')}>
      <div className={classes.kinds}>
        <Segments
          label={t('device.timeline.kinds')}
          segments={[null, ...timelineKinds].map((one) => ({
            key: one ?? 'ALL',
            text: t(one === null ? 'device.timeline.all' : kindTexts[one]),
            isPressed: one === kind,
            press: () => setKind(one),
          }))}
        />
      </div>
      <Loaded query={timeline} permission={deviceLife.timeline.permission}>
        {() =>
          steps.length === 0 ? (
            <p className={detail.quiet}>
              {t(kind === null ? 'device.timeline.empty' : 'device.timeline.noneOfKind')}
            </p>
          ) : (
            <>
              {byDay(steps).map((day) => (
                <section key={day.text} className={classes.day}>
                  <h3>{day.text}</h3>
                  <ol className={classes.steps}>
                    {day.steps.map((step) => (
                      <StepLine key={`${step.id} ${step.code}`} deviceId={deviceId} step={step} />
                    ))}
                  </ol>
                </section>
              ))}
              {hasNextPage && (
                <Button
                  variant="default"
                  size="xs"
                  loading={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  {t('device.timeline.older')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

/** The days of the reader's calendar on which something happened. */
function byDay(steps: readonly TimelineStep[]) {
  const now = new Date()
  const days = Map.groupBy(steps, ({ at }) => dayText(at, now))
  return [...days].map(([text, own]) => ({ text, steps: own }))
}
