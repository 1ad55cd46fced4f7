import {
  type PlanAim,
  type PlanForecast,
  type PlanForm,
  type PlanPrecheck,
  plans,
} from '@muster/contract'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { saveSheet } from '../../../kit/download/saveSheet.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { outcomeOf } from '../../../kit/useAction.ts'
import { formatAll, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText } from '../../device/index.ts'
import { ForecastFacts } from './ForecastFacts.tsx'
import classes from './plan.module.css'

interface ConfirmStepProps {
  readonly aim: PlanAim
  readonly said: Pick<PlanForm, 'waveKind' | 'waves' | 'startAt' | 'endAt' | 'options'>
}

interface Found {
  readonly check: PlanPrecheck
  readonly forecast: PlanForecast | null
}

/** Whom a plan would be for, by whom it would pass and why, and when it would be done. */
export function ConfirmStep({ aim, said }: ConfirmStepProps) {
  const [found, setFound] = useState<Found | null>(null)
  const [isAsking, setAsking] = useState(false)
  const look = async () => {
    setAsking(true)
    const checked = await outcomeOf(call(plans.precheck, { body: aim }))
    const forecast =
      'reply' in checked
        ? await outcomeOf(
            call(plans.forecast, {
              body: { versionIds: aim.versionIds, ...said, eligible: checked.reply.eligible },
            }),
          )
        : null
    setAsking(false)
    if ('reply' in checked)
      setFound({
        check: checked.reply,
        forecast: forecast && 'reply' in forecast ? forecast.reply : null,
      })
  }
  return (
    <div className={`${classes.wide} ${classes.watch}`}>
      <div>
        <Button variant="default" loading={isAsking} onClick={() => void look()}>
          {t('plan.check')}
        </Button>
      </div>
      {found && <Checked {...found} aim={aim} />}
    </div>
  )
}

function Checked({ check, forecast, aim }: Found & Pick<ConfirmStepProps, 'aim'>) {
  const { total, eligible, leftOut, unknown, needsApproval } = check
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
      {needsApproval && <Callout title={t('push.needsApproval')}>{t('plan.needsSecond')}</Callout>}
      {forecast && <ForecastFacts forecast={forecast} />}
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
