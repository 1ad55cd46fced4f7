import { type Group, type GroupMember, groupMemberSheet, groups } from '@muster/contract'
import { useEffect, useRef, useState } from 'react'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import bin from '../../../kit/batch/bin.module.css'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, localState, useRows } from '../../../kit/list/useList.ts'
import { notify } from '../../../kit/notify.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import page from '../../../kit/page/page.module.css'
import { ScreenLabel } from '../../../kit/page/screenLabel.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { changed } from '../../../ui/table/listState.ts'
import { useAddMembers } from './GroupForm.tsx'
import classes from './group.module.css'
import { memberColumns } from './memberColumns.tsx'
import { SerialsInput } from './SerialsInput.tsx'
import { UnknownSerials } from './UnknownSerials.tsx'
import { useNamed } from './useNamed.ts'

/** Who belongs to a group; those of a static one are named and taken away here. */
export function MembersDialog({ dialog }: { readonly dialog: Dialog<Group> }) {
  const { record } = dialog
  const title = t('group.membersOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={title} size="80rem">
      <ScreenLabel value={title}>
        {record && <Members key={record.id} group={record} />}
      </ScreenLabel>
    </DialogFrame>
  )
}

function Members({ group }: { readonly group: Group }) {
  const [state, setState] = useState(localState)
  const list = useRows(
    groups.members,
    { fixed: { groupId: group.id } },
    { state, change: (change) => setState(changed(state, change)) },
  )
  const isStatic = group.type === 'STATIC'
  return (
    <div className={`${page.screen} ${bin.inDialog}`} data-screen="">
      {isStatic ? (
        <Permitted to={groups.addMembers.permission}>
          <AddMembers groupId={group.id} />
        </Permitted>
      ) : (
        <p className={classes.muted}>{t('group.membersByFilter')}</p>
      )}
      <Filters list={list} keyword={['device.keyword']} fields={{}} />
      {isStatic && (
        <ActionLine list={list} chosen={<RemoveMembers list={list} groupId={group.id} />}>
          <ImportButton of={groupMemberSheet} within={group.id} />
        </ActionLine>
      )}
      <DataTable list={list} columns={memberColumns} emptyText="group.noMembers" />
    </div>
  )
}

function AddMembers({ groupId }: { readonly groupId: string }) {
  const [sns, setSns] = useState<readonly string[]>([])
  // Drawn anew, so that it is empty again.
  const [round, setRound] = useState(0)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const { toGroup, isBusy } = useAddMembers()
  const add = async () => {
    const done = await toGroup(groupId, sns)
    if (!done) return
    setUnknown(done.unknown)
    setSns([])
    setRound(round + 1)
  }
  return (
    <div className={classes.add}>
      <SerialsInput key={round} label={t('group.sns')} onRead={(read) => setSns(read.sns)} />
      <Button disabled={sns.length === 0} loading={isBusy} onClick={() => void add()}>
        {t('group.addMembers')}
      </Button>
      <UnknownSerials sns={unknown} />
    </div>
  )
}

interface RemoveMembersProps {
  readonly list: List<GroupMember>
  readonly groupId: string
}

function RemoveMembers({ list, groupId }: RemoveMembersProps) {
  /** Serial numbers of chosen rows, also of pages that are no longer shown. */
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, sn } of list.rows) known.current.set(id, sn)
  }, [list.rows])
  const { name } = useNamed(groups, (send, sns) =>
    send(groups.removeMembers, { body: { groupId, sns } }),
  )
  const remove = async () => {
    const sns = [...list.selected].flatMap((id) => known.current.get(id) ?? [])
    const done = await name(sns)
    if (!done) return
    notify.success(t('group.membersRemoved', { count: done.count }))
    list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      code={groups.removeMembers.permission}
      icon="trash"
      isDangerous
      onClick={() => void remove()}
    >
      {t('group.removeMembers')}
    </ChosenButton>
  )
}
