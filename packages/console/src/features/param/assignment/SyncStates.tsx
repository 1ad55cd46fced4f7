import {
  mostParamWaiting,
  paramDeliveries,
  type ParamDeliveryState,
  paramDeliveryStates,
  type ParamSync,
} from '@muster/contract'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './assignment.module.css'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import { shareOfState, waitTexts } from './paramTexts.ts'

/** What the list of deliveries is asked by to show the terminals. */
type Asked = { readonly assignmentId: string } | { readonly documentId: string }

interface SyncStatesProps {
  readonly sync: ParamSync
  readonly of: Asked
  /** Closes the dialog around it: whoever follows a number comes back to the page. */
  readonly close: () => void
}

/** How many terminals are in each state, each number with the way to them. */
export function SyncStates({ sync, of, close }: SyncStatesProps) {
  const { states } = sync
  const all = paramDeliveryStates.reduce((sum, state) => sum + (states[state] ?? 0), 0)
  if (all === 0) return <p className={classes.quiet}>{t('param.syncNone')}</p>
  return (
    <PlainTable
      label={t('param.syncStates')}
      titles={[t('param.state'), t('param.devices'), t('param.shareOfAll')]}
      rows={paramDeliveryStates
        .filter((state) => (states[state] ?? 0) > 0)
        .map((state) => ({
          key: state,
          cells: [
            <div key="state">
              <DeliveryBadge state={state} waitsFor={null} />
              {state === 'PENDING' && <Waits {...sync} />}
            </div>,
            <Devices key="devices" of={{ ...of, state }} close={close}>
              {formatNumber(states[state] ?? 0)}
            </Devices>,
            <Share key="share" state={state} share={(states[state] ?? 0) / all} />,
          ],
        }))}
      size="small"
    />
  )
}

/** Why those that wait do. */
function Waits({ waits, waitsCapped }: Pick<ParamSync, 'waits' | 'waitsCapped'>) {
  if (waits.length === 0) return null
  return (
    <ul className={classes.waits}>
      {waits.map(({ for: what, count }) => (
        <li key={what}>
          {t('param.waitsOf', { why: t(waitTexts[what]), count: formatNumber(count) })}
        </li>
      ))}
      {waitsCapped && <li>{t('param.waitsCapped', { count: formatNumber(mostParamWaiting) })}</li>}
    </ul>
  )
}

interface ShareProps {
  readonly state: ParamDeliveryState
  readonly share: number
}

function Share({ state, share }: ShareProps) {
  return (
    <span className={classes.shareOf}>
      <span className={classes.one} aria-hidden="true">
        <span data-share={shareOfState(state)} style={{ inlineSize: `${share * 100}%` }} />
      </span>
      {formatPercent(share)}
    </span>
  )
}

interface DevicesProps {
  readonly of: Asked & { readonly state: ParamDeliveryState }
  readonly close: () => void
  readonly children: string
}

/** A number that leads to its terminals, for whoever may see these. */
function Devices({ of, close, children }: DevicesProps) {
  const log = useSession(({ menu }) => pathOfScreen(menu, 'PARAM_LOG'))
  const may = useCan(paramDeliveries.page.permission)
  if (log === null || !may) return children
  return (
    <a
      href={`#${log}?${new URLSearchParams({ tab: 'deliveries', ...of }).toString()}`}
      onClick={close}
    >
      {children}
    </a>
  )
}
