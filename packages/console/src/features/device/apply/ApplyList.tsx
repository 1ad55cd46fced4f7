import { type Apply, applies, organizations } from '@muster/contract'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { type FilterField, waitingFilter } from '../../../kit/filters/filterFields.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { StateSegments } from '../../../kit/list/StateSegments.tsx'
import { AddButton, RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, useList } from '../../../kit/list/useList.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { columns } from './applyColumns.tsx'
import { ApplyMenu } from './ApplyMenu.tsx'
import { kindTexts, stateTexts } from './applyTexts.ts'

const ApplyForm = lazyDialog(() => import('./ApplyForm.tsx').then((file) => file.ApplyForm))
const ApplyDetail = lazyDialog(() => import('./ApplyDetail.tsx').then((file) => file.ApplyDetail))
const AssignDialog = lazyDialog(() =>
  import('./AssignDialog.tsx').then((file) => file.AssignDialog),
)
const ExecuteDialog = lazyDialog(() =>
  import('./ExecuteDialog.tsx').then((file) => file.ExecuteDialog),
)
const RejectDialog = lazyDialog(() =>
  import('./RejectDialog.tsx').then((file) => file.RejectDialog),
)

const filters: Readonly<Record<string, FilterField>> = {
  waiting: waitingFilter,
  state: { label: 'apply.state', options: stateTexts },
  kind: { label: 'apply.kind', options: kindTexts },
  orgId: { label: 'apply.org', of: organizations },
  sn: 'apply.sn',
  from: { label: 'apply.from', kind: 'moment' },
  to: { label: 'apply.to', kind: 'moment' },
}

const ended = ['DONE', 'REJECTED', 'WITHDRAWN', 'EXPIRED']

/** Requests about terminals. */
export function ApplyList() {
  const list = useList(applies)
  const form = useDialog<Apply>()
  const detail = useDialog<Apply>()
  const reject = useDialog<Apply>()
  const assign = useDialog<Apply>()
  const execute = useDialog<Apply>()
  const add = <AddButton code={applies.add.permission} dialog={form} />
  return (
    <>
      <Filters list={list} keyword={['apply.applyNo', 'apply.reason']} fields={filters} />
      <ActionLine
        list={list}
        columns={columns}
        segments={
          <StateSegments
            list={list}
            of={applies.countStates}
            label="apply.state"
            texts={stateTexts}
            uncounted={ended}
          />
        }
        chosen={<ApproveSelected list={list} />}
      >
        <ExportButton list={list} columns={columns} />
        {add}
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        empty={add}
        emptyText="apply.empty"
        actionsWidth={112}
        actions={(row) => (
          <RowActions>
            <RowButton opens code={applies.detail.permission} onClick={() => detail.open(row)}>
              {t('apply.show')}
            </RowButton>
            <ApplyMenu row={row} dialogs={{ reject, assign, execute, form }} />
          </RowActions>
        )}
      />
      <ApplyForm dialog={form} />
      <ApplyDetail dialog={detail} />
      <RejectDialog dialog={reject} />
      <AssignDialog dialog={assign} />
      <ExecuteDialog dialog={execute} />
    </>
  )
}

/** Approves the chosen requests, which may be all that match. */
function ApproveSelected({ list }: { readonly list: List<Apply> }) {
  const send = useSend(applies)
  const approve = async () => {
    const count = countOf(list)
    const [title, text] = [t('apply.approveMany'), t('apply.approveManySure', { count })]
    if (!(await confirm({ title, text, agree: title, kind: 'ordinary', count }))) return
    const sent = await outcomeOf(send(applies.approveMany, { body: chosenOf(list) }))
    if (!('reply' in sent)) return
    const done = t('apply.approvedMany', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text: done })
    list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      reach="all"
      code={applies.approveMany.permission}
      icon="check"
      onClick={() => void approve()}
    >
      {t('apply.approveMany')}
    </ChosenButton>
  )
}
