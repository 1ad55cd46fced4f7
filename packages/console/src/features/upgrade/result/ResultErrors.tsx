import { hopelessCodes, type UpgradeError, upgradeResults } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
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
import classes from '../upgrade.module.css'
import { soughtResults } from './soughtResults.ts'

interface ResultErrorsProps {
  /** What the list is filtered by. */
  readonly sought: Readonly<Record<string, string>>
  readonly show: (code: string) => void
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
  const retry = (code: string) =>
    act(upgradeResults.retryMany, { body: { ...which, code } }, ({ count }) =>
      t('upgradeResult.retried', { count: formatNumber(count) }),
    )
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
        rows={data.map((one) => ({
          key: one.code,
          cells: [
            <Much key="much" count={one.count} share={one.count / most} />,
            <Ltr key="code">{one.code}</Ltr>,
            codeText(one.code) ?? nothing,
            cureText(one.code) ?? nothing,
            curedText(one),
            <span key="acts" className={classes.acts}>
              {one.count > 0 && (
                <SmallButton onClick={() => show(one.code)}>{t('push.showThese')}</SmallButton>
              )}
              {mayRetry && one.count > 0 && !hopelessCodes.includes(one.code) && (
                <SmallButton onClick={() => void retry(one.code)}>
                  {t('push.retryThese')}
                </SmallButton>
              )}
            </span>,
          ],
        }))}
      />
    </section>
  )
}

/** Of those that began anew after it, how many succeeded. */
function curedText({ retried, cured }: UpgradeError): string {
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
