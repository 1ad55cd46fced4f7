import {
  alwaysNeedsSecond,
  type PlanAim,
  type PlanForecast,
  type PlanPrecheck,
  plans,
} from '@muster/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../kit/call.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { useFocusBack } from '../../../kit/form/useFocusBack.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { membersOf } from '../../../ui/form/schema.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText } from '../../device/index.ts'
import { ChosenFacts } from './ChosenFacts.tsx'
import { ForecastFacts } from './ForecastFacts.tsx'
import { membersIn } from './memberHold.ts'
import classes from './plan.module.css'

interface ConfirmStepProps {
  /** What the form says, right or not. */
  readonly said: Readonly<Record<string, unknown>>
}

interface Found {
  readonly check: PlanPrecheck
  readonly forecast: PlanForecast | null
}

/** What a call's body takes of what the form says; null where a rule is broken. */
function bodyIn<S extends z.ZodMiniType>(schema: S, said: object): z.output<S> | null {
  const known = membersOf(schema)
  const own = Object.fromEntries(Object.entries(said).filter(([name]) => name in known))
  return z.safeParse(schema, own).data ?? null
}

/** Whom a plan would be for, by whom it would pass and why, and when it would be done. */
export function ConfirmStep({ said }: ConfirmStepProps) {
  const [found, setFound] = useState<Found | null>(null)
  const [isAsking, setAsking] = useState(false)
  const remember = useFocusBack(isAsking)
  const aim = bodyIn(plans.precheck.schemas.body, said)
  const when = bodyIn(plans.forecast.schemas.body, { ...said, eligible: 0 })
  const look = async () => {
    if (!aim) return
    remember()
    setAsking(true)
    const checked = await outcomeOf(call(plans.precheck, { body: aim }))
    const check = 'reply' in checked ? checked.reply : null
    const body = check && bodyIn(plans.forecast.schemas.body, { ...said, eligible: check.eligible })
    const told = body ? await outcomeOf(call(plans.forecast, { body })) : null
    setAsking(false)
    if (check) setFound({ check, forecast: told && 'reply' in told ? told.reply : null })
  }
  return (
    <div className={`${classes.wide} ${classes.watch}`}>
      {aim ? <ChosenFacts aim={aim} when={when} /> : <p>{t('plan.fillFirst')}</p>}
      <div>
        <Button variant="default" disabled={!aim} loading={isAsking} onClick={() => void look()}>
          {t('plan.check')}
        </Button>
      </div>
      {found && aim && <Checked {...found} aim={aim} alwaysAsks={alwaysAsks(said)} />}
    </div>
  )
}

/** It wants a second person whatever its terminals are. */
const alwaysAsks = ({ membership, options }: ConfirmStepProps['said']): boolean =>
  alwaysNeedsSecond(String(membership), { blackouts: membersIn(options)['blackouts'] !== false })

interface CheckedProps extends Found {
  readonly aim: PlanAim
  readonly alwaysAsks: boolean
}

function Checked({ check, forecast, aim, alwaysAsks }: CheckedProps) {
  const { total, eligible, leftOut, unknown } = check
  const needsApproval = check.needsApproval || alwaysAsks
  const figures = { eligible: formatNumber(eligible), total: formatNumber(total) }
  return (
    <>
      <p role="status">{t('plan.eligible', figures)}</p>
      {unknown.count > 0 && (
        <Callout title={t('push.unknown', { count: unknown.count })}>
          <Ltr>{formatAll(unknown.examples)}</Ltr>
        </Callout>
      )}
      {leftOut.length > 0 && (
        <>
          <PlainTable
            label={t('push.leftOut')}
            size="small"
            titles={[t('push.leftOut'), t('push.why'), t('push.examples')]}
            rows={leftOut.map(({ code, count, examples }) => ({
              key: code,
              cells: [
                formatNumber(count),
                codeText(code) ?? code,
                <Ltr key="examples">{formatAll(examples)}</Ltr>,
              ],
            }))}
          />
          <div>
            <Button size="xs" variant="default" onClick={() => void saveLeftOut(aim)}>
              {t('plan.leftOutFile')}
            </Button>
          </div>
        </>
      )}
      {eligible > 0 && needsApproval && (
        <Callout title={t('push.needsApproval')}>{t('plan.needsSecond')}</Callout>
      )}
      {eligible > 0 && forecast && <ForecastFacts forecast={forecast} />}
    </>
  )
}

/** Reads all that would be left out, some at a time, and saves them as a sheet. */
async function saveLeftOut(aim: PlanAim): Promise<void> {
  const rows: (string | null)[][] = []
  let after: string | undefined
  for (let hasMore = true; hasMore; ) {
    const body = after === undefined ? aim : { ...aim, after }
    const read = await outcomeOf(call(plans.leftOut, { body }))
    if (!('reply' in read)) return
    for (const { sn, orgName, modelName, firmware, code } of read.reply.list)
      rows.push([sn, orgName, modelName, firmware, code, codeText(code) ?? null])
    after = read.reply.list.at(-1)?.id
    hasMore = read.reply.hasMore && after !== undefined
  }
  const titles = [
    t('device.sn'),
    t('plan.organization'),
    t('device.model'),
    t('plan.firmware'),
    t('push.code'),
    t('push.why'),
  ]
  saveSheet(`${t('plan.leftOutName')}.csv`, titles, rows)
}
