import { type DetailedPush, hopelessCodes, type PushItem, retriedStates } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { SmallButton } from '../../../ui/table/cells.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText, stateText } from '../../device/index.ts'
import type { PushCalls } from '../pushCalls.ts'
import { mayMove, permissionOf, usePushActs } from '../usePushActs.ts'
import { cureText } from './cures.ts'
import classes from './detail.module.css'
import { shareOfState } from './itemTexts.ts'
import type { ItemList } from './useItemList.ts'

interface ErrorsProps {
  readonly of: PushCalls
  readonly push: DetailedPush
  readonly list: ItemList
}

/** Why terminals did not succeed, the most frequent cause first: what it means, what helps, and another try. */
export function Errors({ of, push, list }: ErrorsProps) {
  const { data = [] } = useQuery({
    ...query(of.errors, { params: { id: push.id } }),
    enabled: useCan(of.errors.permission),
    subscribed: usePage().active,
  })
  const acts = usePushActs(of)
  const mayRetry = useCan(permissionOf(of, 'retry')) && mayMove({ ...push, failed: 1 }, 'retry')
  if (data.length === 0) return null
  const most = Math.max(...data.map(({ count }) => count))
  const showThese = (state: string, code: string | null) =>
    list.change({ filter: { state, ...(code !== null && { code }) } })
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
          t('kit.actions'),
        ]}
        rows={data.map(({ state, code, count }) => ({
          key: `${state} ${code ?? ''}`,
          cells: [
            <Much key="much" count={count} share={count / most} state={state} />,
            <Ltr key="code">{code}</Ltr>,
            causeOf(state, code),
            code === null ? null : cureText(code),
            <span key="acts" className={classes.rowActs}>
              <SmallButton onClick={() => showThese(state, code)}>
                {t('push.showThese')}
              </SmallButton>
              {mayRetry && code !== null && mayHelp(state, code) && (
                <SmallButton onClick={() => void acts.retry(push, { code })}>
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

/** Another try only where it may end otherwise; what was passed by has none. */
const mayHelp = (state: string, code: string): boolean =>
  retriedStates.some((one) => one === state) && !hopelessCodes.includes(code)

const isState = (state: string): state is PushItem['state'] => state in stateNames
const stateNames: Readonly<Partial<Record<string, true>>> = {
  FAILED: true,
  REFUSED: true,
  EXPIRED: true,
  TIMEOUT: true,
  CANCELLED: true,
  FILTERED: true,
  DUPLICATE: true,
  OFFLINE_SKIPPED: true,
}

function causeOf(state: string, code: string | null): string {
  const name = isState(state) ? stateText(state) : state
  const cause = code === null ? null : codeText(code)
  return cause === null ? name : `${name}: ${cause}`
}

interface MuchProps {
  readonly count: number
  readonly share: number
  readonly state: string
}

function Much({ count, share, state }: MuchProps) {
  return (
    <span className={classes.much}>
      <strong>{formatNumber(count)}</strong>
      <span aria-hidden="true" data-share={isState(state) ? shareOfState(state) : 'failed'}>
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </span>
  )
}
