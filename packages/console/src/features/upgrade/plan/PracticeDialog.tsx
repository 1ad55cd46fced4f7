import {
  type Plan,
  type PlanPractice,
  planPractices,
  plans,
  practiceDaySeconds,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText } from '../../device/index.ts'
import { ForecastFacts } from './ForecastFacts.tsx'
import { PlanReport } from './PlanReport.tsx'
import { mayPractise, practiceTexts, practiceTones } from './PracticeParts.tsx'
import { PracticeResults } from './PracticeResults.tsx'
import classes from './plan.module.css'
import { stateTexts } from './planTexts.ts'
import { ReasonText } from './ReasonText.tsx'

interface PracticeDialogProps {
  readonly dialog: Dialog<Plan>
}

/** A plan on copies of its terminals: begun, watched and stopped here; its end is the same report, and a forecast. */
export function PracticeDialog({ dialog: { record, isOpen, close } }: PracticeDialogProps) {
  const title = t('practice.title', { name: record ? `${record.name} ${record.planNo}` : '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="80rem">
      {record && isOpen && <Practised plan={record} />}
    </DialogFrame>
  )
}

function Practised({ plan }: { readonly plan: Plan }) {
  const enabled = useCan(planPractices.last.permission)
  const subscribed = usePage().active
  const asked = { params: { id: plan.id } }
  const last = useQuery({ ...query(planPractices.last, asked), enabled, subscribed })
  return (
    <div className={classes.watch}>
      <p className={classes.hint}>{t('practice.about')}</p>
      <Loaded query={last} permission={planPractices.last.permission}>
        {(practice) => (
          <>
            <Acts plan={plan} practice={practice} />
            {practice === null ? (
              <p>{t('practice.none')}</p>
            ) : (
              <Shown plan={plan} practice={practice} />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

interface ActsProps {
  readonly plan: Plan
  readonly practice: PlanPractice | null
}

function Acts({ plan, practice }: ActsProps) {
  const act = useAction(plans)
  const { id, name } = plan
  const isOn = practice?.endedAt === null
  const asked = { params: { id } }
  return (
    <div className={classes.acts}>
      <StatusBadge tone="waiting">{t('practice.mark')}</StatusBadge>
      {practice && (
        <StatusBadge tone={practiceTones[practice.state]}>
          {t(practiceTexts[practice.state])}
        </StatusBadge>
      )}
      <Permitted to={planPractices.begin.permission}>
        {isOn ? (
          <Button
            size="xs"
            variant="outline"
            color="red"
            onClick={() =>
              void act(planPractices.stop, asked, () => t('practice.stopped', { name }))
            }
          >
            {t('practice.stop')}
          </Button>
        ) : (
          mayPractise(plan) && (
            // What it gives is given on the caller's behalf.
            <Permitted to={plans.start.permission}>
              <Button
                size="xs"
                onClick={() =>
                  void act(planPractices.begin, asked, () => t('practice.begun', { name }))
                }
              >
                {t(practice ? 'practice.again' : 'practice.begin')}
              </Button>
            </Permitted>
          )
        )}
      </Permitted>
    </div>
  )
}

/** Where the plan would come to, and what would have stopped it there. */
function Ending({ state, reason }: EndingProps) {
  const says = t('practice.planState', { state: t(stateTexts[state]) })
  if (reason === null) return <p>{says}</p>
  return (
    <Callout title={says}>
      <ReasonText reason={reason} />
    </Callout>
  )
}

interface EndingProps {
  readonly state: NonNullable<PlanPractice['planState']>
  readonly reason: PlanPractice['planReason']
}

function Shown({ plan, practice }: { readonly plan: Plan; readonly practice: PlanPractice }) {
  const { clock, size, total, planState, planReason, forecast, failures, endedAt } = practice
  return (
    <>
      {practice.state === 'BROKEN' && <p>{t('practice.broken')}</p>}
      {!practice.isCurrent && <p>{t('practice.changed')}</p>}
      {!practice.seesAll && <p className={classes.hint}>{t('plan.ownOnly')}</p>}
      {clock !== null && (
        <p>
          {t('practice.clock', {
            clock: formatDateTime(clock),
            seconds: formatNumber(practiceDaySeconds),
          })}{' '}
          {practice.seesAll &&
            t('practice.copied', { size: formatNumber(size), total: formatNumber(total) })}
        </p>
      )}
      {planState !== null && endedAt !== null && <Ending state={planState} reason={planReason} />}
      {forecast && <ForecastFacts forecast={forecast} isPractised />}
      {(forecast || (!practice.seesAll && practice.state === 'DONE')) && (
        <Failures failures={failures} />
      )}
      <PlanReport waves={practice.waves} curve={practice.curve} />
      {endedAt !== null && <PracticeResults plan={plan} />}
    </>
  )
}

function Failures({ failures }: Pick<PlanPractice, 'failures'>) {
  if (failures.length === 0) return <p>{t('practice.noFailures')}</p>
  return (
    <PlainTable
      label={t('practice.failures')}
      size="small"
      titles={[t('practice.failures'), t('push.code'), t('push.why')]}
      rows={failures.map(({ code, count }) => ({
        key: code,
        cells: [formatNumber(count), code, codeText(code) ?? code],
      }))}
    />
  )
}
