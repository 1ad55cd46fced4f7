import {
  type Param,
  paramDeliveries,
  type ParamDeliveryState,
  paramDeliveryStates,
  params,
  type ReplyOf,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { query } from '../../../kit/queries.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './assignment.module.css'
import { deliveryTexts, deliveryTones, shareOfState } from './paramTexts.ts'
import { BrokenLink } from '../rule/BrokenLink.tsx'
import { usePushNow } from './usePushNow.ts'

/** How far the terminals of an assignment are, state by state. */
export function SyncDialog({ dialog }: { readonly dialog: Dialog<Param> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('param.syncOf', { name: record?.name ?? '' })}
    >
      {record && <Sync param={record} />}
    </DialogFrame>
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

/** Rules that hold it back, each with its terminals. */
function HeldBy({ rules }: { readonly rules: ReplyOf<(typeof params)['sync']>['heldBy'] }) {
  if (rules.length === 0) return null
  return (
    <div>
      <p>{t('paramRule.held')}</p>
      <ul className={classes.links}>
        {rules.map(({ ruleId, name, count }) => (
          <li key={ruleId}>
            <BrokenLink ruleId={ruleId} name={name} />{' '}
            <span className={classes.quiet}>
              {t('paramRule.terminalsOf', { count: formatNumber(count) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface DevicesProps {
  readonly of: { readonly assignmentId: string; readonly state: ParamDeliveryState }
  readonly children: string
}

/** A number that leads to its terminals, for whoever may see these. */
function Devices({ of, children }: DevicesProps) {
  const log = useSession(({ menu }) => pathOfScreen(menu, 'PARAM_LOG'))
  const may = useCan(paramDeliveries.page.permission)
  if (log === null || !may) return children
  return (
    <a href={`#${log}?${new URLSearchParams({ tab: 'deliveries', ...of }).toString()}`}>
      {children}
    </a>
  )
}

function Sync({ param }: { readonly param: Param }) {
  const pushNow = usePushNow()
  const told = useQuery({
    ...query(params.sync, { params: { id: param.id } }),
    staleTime: 0,
    // Terminals answer one by one while somebody looks.
    refetchInterval: 5000,
  })
  return (
    <div className={classes.dialog}>
      <Loaded query={told} permission={params.sync.permission}>
        {({ states, heldBy }) => {
          const all = paramDeliveryStates.reduce((sum, state) => sum + (states[state] ?? 0), 0)
          if (all === 0) return <p className={classes.quiet}>{t('param.syncNone')}</p>
          return (
            <>
              <PlainTable
                label={t('param.syncStates')}
                titles={[t('param.state'), t('param.devices'), t('param.shareOfAll')]}
                rows={paramDeliveryStates
                  .filter((state) => (states[state] ?? 0) > 0)
                  .map((state) => ({
                    key: state,
                    cells: [
                      <StatusBadge key="state" tone={deliveryTones[state]}>
                        {t(deliveryTexts[state])}
                      </StatusBadge>,
                      <Devices key="devices" of={{ assignmentId: param.id, state }}>
                        {formatNumber(states[state] ?? 0)}
                      </Devices>,
                      <Share key="share" state={state} share={(states[state] ?? 0) / all} />,
                    ],
                  }))}
                size="small"
              />
              <HeldBy rules={heldBy} />
            </>
          )
        }}
      </Loaded>
      {param.state === 'ACTIVE' && (
        <Permitted to={params.push.permission}>
          <Group justify="flex-end">
            <Button onClick={() => void pushNow(param)}>{t('param.push')}</Button>
          </Group>
        </Permitted>
      )}
    </div>
  )
}
