import {
  groups,
  models,
  mqttApks,
  organizations,
  type Push,
  type TextKey,
  users,
  vendors,
} from '@muster/contract'
import type { ReactNode } from 'react'
import { type Dialog, useDialog } from '../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../kit/export/ExportButton.tsx'
import {
  type FilterField,
  type FilterFields,
  waitingFilter,
} from '../../kit/filters/filterFields.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { ActionLine } from '../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import type { Columns } from '../../kit/list/columns.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { useList } from '../../kit/list/useList.ts'
import { usePage } from '../../kit/page/page.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import type { PushCalls } from './pushCalls.ts'
import { type Copying, PushMenu } from './PushMenu.tsx'
import { stateTexts } from './pushTexts.ts'
import { PushSegments } from './PushSegments.tsx'
import { RunsOfAppTask, RunsOfTask } from './RunsOf.tsx'
import type { Ending } from './usePushActs.ts'

const PushDetail = lazyDialog(() =>
  import('./detail/PushDetail.tsx').then((file) => file.PushDetail),
)
const StopDialog = lazyDialog(() => import('./StopDialog.tsx').then((file) => file.StopDialog))

interface PushListProps {
  readonly of: PushCalls
  readonly columns: Columns<Push>
  /** Absent where all are of one kind. */
  readonly kinds?: FilterField
  /** Filters that pushes of these kinds have beside those of all. */
  readonly filters?: FilterFields
  /** Absent where nobody gives such by hand. */
  readonly copy?: Copying
  /** What makes a new one. */
  readonly add?: ReactNode
  /** Further acts of the line. */
  readonly acts?: ReactNode
  readonly emptyText?: TextKey
}

/** Pushes of some kinds, the latest first; one of them is opened by `?push=` in the address. */
export function PushList(props: PushListProps) {
  const { of, columns, kinds, filters, copy, add, acts, emptyText = 'push.empty' } = props
  const list = useList(of)
  const stopping = useDialog<Ending>()
  const detail = useOpened()
  const parentId = list.state.filter['parentId']
  const runsOf = parentId && {
    label: 'push.runsOf' as const,
    Value: of.detail.path === mqttApks.detail.path ? RunsOfAppTask : RunsOfTask,
    edit: () => detail.open({ id: parentId }),
  }
  return (
    <>
      <Filters
        list={list}
        keyword={['push.taskNo', 'push.name']}
        fields={{
          state: { label: 'push.state', options: { OPEN: 'push.state.OPEN', ...stateTexts } },
          waiting: waitingFilter,
          ...(kinds && { kind: kinds }),
          ...filters,
          ...(runsOf && { parentId: runsOf }),
          sn: 'push.sn',
          vendorId: { label: 'device.vendor', of: vendors },
          modelId: { label: 'device.model', of: models },
          orgId: { label: 'push.orgAndBelow', of: organizations },
          groupId: { label: 'push.way.groupId', of: groups },
          createdById: { label: 'push.createdBy', of: users },
          code: 'push.code',
          from: { label: 'log.from', kind: 'moment' },
          to: { label: 'log.to', kind: 'moment' },
        }}
      />
      <ActionLine list={list} columns={columns} segments={<PushSegments of={of} list={list} />}>
        {acts}
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText={emptyText}
        actionsWidth={124}
        actions={(push) => (
          <RowActions>
            <RowButton code={of.detail.permission} onClick={() => detail.open(push)}>
              {t('push.open')}
            </RowButton>
            <PushMenu of={of} push={push} stopping={stopping} copy={copy} />
          </RowActions>
        )}
      />
      <PushDetail of={of} dialog={detail} stopping={stopping} copy={copy} />
      <StopDialog of={of} dialog={stopping} />
    </>
  )
}

/** The push that the address names: notices and the pages of terminals link to it. */
function useOpened(): Dialog<Pick<Push, 'id'>> {
  const { query, setQuery } = usePage()
  const { push: id = '', ...others } = query
  return {
    isOpen: id !== '',
    record: id === '' ? null : { id },
    open: (push) => setQuery(push ? { ...query, push: push.id } : others),
    close: () => setQuery(others),
  }
}
