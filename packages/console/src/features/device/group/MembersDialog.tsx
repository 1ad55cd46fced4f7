import { type Group, type GroupMember, groupMemberSheet, groups } from '@muster/contract'
import { useState } from 'react'
import bin from '../../../kit/batch/bin.module.css'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ImportButton } from '../../../kit/import/ImportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, localState, useRows } from '../../../kit/list/useList.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import page from '../../../kit/page/page.module.css'
import { ScreenLabel } from '../../../kit/page/screenLabel.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { changed } from '../../../ui/table/listState.ts'
import { Failure } from './Failure.tsx'
import { useAddMembers } from './GroupForm.tsx'
import classes from './group.module.css'
import { memberColumns } from './memberColumns.tsx'
import { ExcludedTerminals, KeepOut } from './ExcludedTerminals.tsx'
import { NamedChosen } from './NamedChosen.tsx'
import { NameSerials } from './NameSerials.tsx'
import { useNamed } from './useNamed.ts'
import { WhyMember } from './WhyMember.tsx'

/** Who belongs to a group; those of a static one are named and taken away here. */
export function MembersDialog({ dialog }: { readonly dialog: Dialog<Group> }) {
  const { record } = dialog
  const title = t('group.membersOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={title} size="80rem">
      <ScreenLabel value={title}>
        {record && <Failure group={record} />}
        {record &&
          (record.type === 'STATIC' ? (
            <Members key={record.id} group={record} />
          ) : (
            <Sides key={record.id} group={record} />
          ))}
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
  // Whom to add says itself what it holds; the filter of the list holds nothing.
  useUnsaved(false)
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
      {isStatic ? (
        <ActionLine list={list} chosen={<RemoveMembers list={list} groupId={group.id} />}>
          <ImportButton of={groupMemberSheet} within={group.id} />
        </ActionLine>
      ) : (
        <ActionLine list={list} chosen={<KeepOut list={list} groupId={group.id} />} />
      )}
      <DataTable list={list} columns={memberColumns} emptyText="group.noMembers" />
    </div>
  )
}

/** Of a dynamic group: its members, whom it keeps out, and why somebody is a member or is none. */
function Sides({ group }: { readonly group: Group }) {
  const [side, setSide] = useState('members')
  return (
    <Tabs value={side} onChange={(value) => setSide(value ?? 'members')} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="members">{t('group.members')}</Tabs.Tab>
        <Tabs.Tab value="excluded">{t('group.excludedTab')}</Tabs.Tab>
        <Tabs.Tab value="why">{t('group.whyTab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="members">
        <Members group={group} />
      </Tabs.Panel>
      <Tabs.Panel value="excluded">
        <ExcludedTerminals groupId={group.id} />
      </Tabs.Panel>
      <Tabs.Panel value="why">
        <WhyMember group={group} />
      </Tabs.Panel>
    </Tabs>
  )
}

function AddMembers({ groupId }: { readonly groupId: string }) {
  const { toGroup, isBusy } = useAddMembers()
  const name = (sns: readonly string[]) => toGroup(groupId, sns)
  return <NameSerials title="group.addMembers" name={name} isBusy={isBusy} />
}

interface RemoveMembersProps {
  readonly list: List<GroupMember>
  readonly groupId: string
}

function RemoveMembers({ list, groupId }: RemoveMembersProps) {
  const { name } = useNamed(groups, (send, sns) =>
    send(groups.removeMembers, { body: { groupId, sns } }),
  )
  return (
    <NamedChosen
      list={list}
      code={groups.removeMembers.permission}
      title="group.removeMembers"
      done="group.membersRemoved"
      name={name}
      isDangerous
    />
  )
}
