import {
  type Action,
  actionLog,
  auditRights,
  organizations,
  defaultLogDays,
} from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { useList } from '../../kit/list/useList.ts'
import { RowButton } from '../../kit/list/buttons.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { Filters } from '../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { useCan } from '../../kit/session.ts'
import { Permitted } from '../../kit/page/Permitted.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import { actFilter, actionColumns, clientFilter, resultFilter } from './logColumns.tsx'

const ActionDialog = lazyDialog(() =>
  import('./ActionDialog.tsx').then((file) => file.ActionDialog),
)
const AuditDialog = lazyDialog(() => import('./AuditDialog.tsx').then((file) => file.AuditDialog))
const VerifyDialog = lazyDialog(() =>
  import('./VerifyDialog.tsx').then((file) => file.VerifyDialog),
)

const mayAll = {
  permission: auditRights().map(({ permission }) => permission),
  mode: 'allOf',
} as const

/** The action log: who did what to which record, and a proof that nobody touched it. */
export function ActionList() {
  const list = useList(actionLog)
  const detail = useDialog<Action>()
  const proof = useDialog<never>()
  const audit = useDialog<never>()
  const mayAudit = useCan(mayAll)
  return (
    <>
      <Filters
        list={list}
        keyword={['log.user', 'log.target', 'log.requestId']}
        fields={{
          from: { label: 'log.from', kind: 'moment', usualDays: defaultLogDays },
          to: { label: 'log.to', kind: 'moment' },
          userName: 'log.user',
          act: actFilter,
          module: 'log.module',
          target: 'log.targetFilter',
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          result: resultFilter,
          ip: 'log.ip',
          client: clientFilter,
        }}
      />
      <ActionLine list={list} columns={actionColumns}>
        <Permitted to={actionLog.verify.permission}>
          <Button variant="default" onClick={() => proof.open()}>
            {t('log.verify')}
          </Button>
        </Permitted>
        {mayAudit && (
          <Button variant="default" onClick={() => audit.open()}>
            {t('audit.title')}
          </Button>
        )}
        <ExportButton list={list} columns={actionColumns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={actionColumns}
        actionsWidth={100}
        actions={(action) => (
          <RowButton opens code={actionLog.detail.permission} onClick={() => detail.open(action)}>
            {t('log.details')}
          </RowButton>
        )}
      />
      <ActionDialog dialog={detail} />
      <VerifyDialog dialog={proof} range={list.state.filter} />
      <AuditDialog dialog={audit} range={list.state.filter} />
    </>
  )
}
