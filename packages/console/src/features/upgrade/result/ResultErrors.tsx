import { hopelessCodes, planFaults, type UpgradeError, upgradeResults } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { confirmMany } from '../../../kit/dialog/confirm.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { SmallButton } from '../../../ui/table/cells.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText } from '../../device/index.ts'
import { cureText } from '../../push/index.ts'
import { outcomeTexts } from '../plan/planTexts.ts'
import classes from '../upgrade.module.css'
import { soughtResults } from './soughtResults.ts'

interface ResultErrorsProps {
  /** What the list is filtered by. */
  readonly sought: Readonly<Record<string, string>>
  readonly show: (filter: { readonly code: string } | { readonly outcome: string }) => void
}

/** Why terminals did not succeed, the most frequent cause first: what it means, what helps, and how often trying again did. */
export function ResultErrors({ sought, show }: ResultErrorsProps) {
  const shown = soughtResults(sought)
  const { data = [] } = useQuery({
    ...query(upgradeResults.errors, { query: shown }),
    enabled: useCan(upgradeResults.errors.permission),
    subscribed: usePage().active,
  })
  const mayRetry = useCan(upgradeResults.retryMany.permission)
  const act = useAction(upgradeResults)
  const { state: _, ...which } = shown
  const retry = async ({ code, count }: UpgradeError) => {
    const title = t('push.retryThese')
    const text = t('upgradeResult.retried', { count: formatNumber(count) })
    if (!(await confirmMany({ title, text, agree: title, kind: 'ordinary', count }))) return
    await act(upgradeResults.retryMany, { body: { ...which, code } }, (told) =>
      t('upgradeResult.retried', { count: formatNumber(told.count) }),
    )
  }
  if (data.length === 0) return null
  const most = Math.max(1, ...data.map(({ count }) => count))
  return (
    <section className={classes.errors}>
      <h3 className={classes.heading}>{t('push.errors')}</h3>
      <PlainTable
        label={t('push.errors')}
        size="small"
        titles={[
          t('push.terminals'),
          t('push.code'),
          t('push.cause'),
          t('push.cure'),
          t('upgradeResult.cured'),
          t('kit.actions'),
        ]}
        rows={data.map((error) => {
          const { code, count } = error
          const fault = planFaults.find((one) => one === code)
          return {
            key: code,
            cells: [
              <Much key="much" count={count} share={count / most} />,
              fault ? nothing : <Ltr key="code">{code}</Ltr>,
              fault ? t(outcomeTexts[fault]) : (codeText(code) ?? nothing),
              fault ? t(faultCures[fault]) : (cureText(code) ?? nothing),
              curedText(error),
              <span key="acts" className={classes.acts}>
                {count > 0 && (
                  <SmallButton onClick={() => show(fault ? { outcome: fault } : { code })}>
                    {t('push.showThese')}
                  </SmallButton>
                )}
                {mayRetry && count > 0 && !fault && !hopelessCodes.includes(code) && (
                  <SmallButton onClick={() => void retry(error)}>
                    {t('push.retryThese')}
                  </SmallButton>
                )}
              </span>,
            ],
          }
        })}
      />
    </section>
  )
}

/** What helps against what was found after an install. */
const faultCures = {
  NO_CONTACT: 'upgradeResult.cure.NO_CONTACT',
  UNWELL: 'upgradeResult.cure.UNWELL',
  NO_PAYMENTS: 'upgradeResult.cure.NO_PAYMENTS',
} as const

/** Of those that began anew after it, how many succeeded. */
function curedText({ retried, cured }: Pick<UpgradeError, 'retried' | 'cured'>): string {
  if (retried === 0) return nothing
  return t('upgradeResult.curedOf', {
    share: formatPercent(cured / retried),
    retried: formatNumber(retried),
  })
}

const Much = ({ count, share }: { readonly count: number; readonly share: number }) => (
  <span className={classes.much}>
    <strong>{formatNumber(count)}</strong>
    <span aria-hidden="true">
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  </span>
)
