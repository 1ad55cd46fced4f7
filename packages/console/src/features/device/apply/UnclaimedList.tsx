import { applies, type BatchInput, models, organizations, type Unclaimed } from '@muster/contract'
import { useState } from 'react'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { type Dialog, useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, useList } from '../../../kit/list/useList.ts'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import classes from './apply.module.css'
import { Suggestion } from './Suggestion.tsx'

export const columns: Columns<Unclaimed> = [
  { key: 'sn', title: 'apply.sn', sortable: true, width: 150, render: ({ sn }) => <Ltr>{sn}</Ltr> },
  { key: 'modelName', title: 'apply.model', sortable: true },
  { key: 'vendorName', title: 'apply.vendor', sortable: true },
  { key: 'orgName', title: 'apply.keyOf', sortable: true },
  {
    key: 'suggestion',
    title: 'apply.suggestion',
    width: 210,
    // With its reasons it is no cell of a sheet.
    file: [],
    render: ({ suggestion }) => <Suggestion suggestion={suggestion} />,
  },
  { key: 'ip', title: 'apply.ip', sortable: true, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  { key: 'firmware', title: 'apply.firmware', render: ({ firmware }) => <Ltr>{firmware}</Ltr> },
  {
    key: 'agentVersion',
    title: 'apply.agentVersion',
    render: ({ agentVersion }) => <Ltr>{agentVersion}</Ltr>,
  },
  {
    key: 'createdAt',
    title: 'apply.firstContact',
    sortable: true,
    holds: 'moment',
    render: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'applyNo',
    title: 'apply.openRequest',
    render: ({ applyNo }) => <Ltr>{applyNo}</Ltr>,
  },
]

/** The list of unclaimed terminals, by its own name for its page. */
const unclaimed = { page: applies.unclaimed }

/** Terminals that knocked with an enrolment key and that nobody announced. */
export function UnclaimedList() {
  const list = useList(unclaimed)
  const claiming = useDialog<Claiming>()
  const claimChosen = () =>
    claiming.open({
      which: chosenOf(list),
      count: countOf(list),
      orgId: suggestedFor(list),
      done: () => list.clearSelection(),
    })
  const claimOne = ({ id, suggestion }: Unclaimed) =>
    claiming.open({
      which: { ids: [id] },
      count: 1,
      orgId: suggestion?.orgId ?? null,
      done: () => list.select([id], false),
    })
  return (
    <>
      <Filters
        list={list}
        keyword={['apply.sn', 'apply.model']}
        fields={{
          orgId: { label: 'kit.orgAndBelow', of: organizations },
          modelId: { label: 'apply.model', of: models },
        }}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={
          <ChosenButton
            list={list}
            reach="all"
            code={applies.claim.permission}
            icon="check"
            onClick={claimChosen}
          >
            {t('apply.claim')}
          </ChosenButton>
        }
      >
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="apply.emptyUnclaimed"
        actionsWidth={92}
        actions={(row) => (
          <RowActions>
            <RowButton code={applies.claim.permission} onClick={() => claimOne(row)}>
              {t('apply.claim')}
            </RowButton>
          </RowActions>
        )}
      />
      <ClaimDialog dialog={claiming} />
    </>
  )
}

/** Terminals that are to be somebody's. */
interface Claiming {
  readonly which: BatchInput
  readonly count: number
  /** The organisation that is suggested for all of them. */
  readonly orgId: string | null
  readonly done: () => void
}

/** The organisation that is suggested for all that are chosen, as far as they are on this page. */
function suggestedFor({ isAll, selected, rows }: List<Unclaimed>): string | null {
  const chosen = rows.filter(({ id }) => selected.has(id))
  const orgIds = new Set(chosen.map(({ suggestion }) => suggestion?.orgId ?? null))
  if (isAll || chosen.length < selected.size || orgIds.size > 1) return null
  return chosen[0]?.suggestion?.orgId ?? null
}

function ClaimDialog({ dialog }: { readonly dialog: Dialog<Claiming> }) {
  const { isOpen, record, close } = dialog
  const title = t('apply.claimTitle', { count: record?.count ?? 0 })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {isOpen && record && <Claim {...record} close={close} />}
    </DialogFrame>
  )
}

/** Chooses whose the terminals are to be. */
function Claim({
  which,
  done,
  close,
  orgId: suggested,
}: Claiming & { readonly close: () => void }) {
  const [orgId, setOrgId] = useState(suggested)
  const send = useSend(applies)
  const { submit, isSending } = useSubmit(async () => {
    if (orgId === null || !(await confirmChosen(which, { title: t('apply.claim') }))) return
    const sent = await outcomeOf(send(applies.claim, { params: { orgId }, body: which }))
    if (!('reply' in sent)) return
    const text = t('apply.claimed', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text })
    done()
    close()
  })
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.hint}>{t('apply.claimHint')}</p>
      <RecordPicker
        of={organizations}
        label={t('apply.toOrg')}
        value={orgId}
        onChange={setOrgId}
        required
      />
      <FormFooter agree="apply.claim" isSending={isSending} close={close} />
    </form>
  )
}
