import { type Param, params, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { BrokenLink } from '../rule/BrokenLink.tsx'
import classes from './assignment.module.css'
import { SyncStates } from './SyncStates.tsx'
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
      {record && <Sync param={record} close={close} />}
    </DialogFrame>
  )
}

interface HeldByProps {
  readonly rules: ReplyOf<(typeof params)['sync']>['heldBy']
  readonly close: () => void
}

/** Rules that hold it back, each with its terminals. */
function HeldBy({ rules, close }: HeldByProps) {
  if (rules.length === 0) return null
  return (
    <div>
      <p>{t('paramRule.held')}</p>
      <ul className={classes.links}>
        {rules.map(({ ruleId, name, count }) => (
          <li key={ruleId}>
            <BrokenLink ruleId={ruleId} name={name} onFollow={close} />{' '}
            <span className={classes.quiet}>
              {t('paramRule.terminalsOf', { count: formatNumber(count) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SyncProps {
  readonly param: Param
  readonly close: () => void
}

function Sync({ param, close }: SyncProps) {
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
        {(sync) => (
          <>
            <SyncStates sync={sync} of={{ assignmentId: param.id }} close={close} />
            <HeldBy rules={sync.heldBy} close={close} />
          </>
        )}
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
