import { type Client, clients, type RightNode, type ShownScope } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../kit/call.ts'
import { ConflictNote } from '../../kit/form/ConflictNote.tsx'
import { usePartSave } from '../../kit/form/usePartSave.ts'
import { type PartVersions, usePartVersions } from '../../kit/form/usePartVersions.ts'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../kit/page/Screen.tsx'
import { query } from '../../kit/queries.ts'
import { useEdited } from '../../kit/form/useEdited.ts'
import { useUnsaved } from '../../kit/dialog/useUnsaved.ts'
import type { CardProps } from '../../kit/setting/card.ts'
import { PartTab } from '../../kit/setting/PartTab.tsx'
import { useDirtyParts } from '../../kit/setting/useDirtyCards.ts'
import { t } from '../../platform/texts.ts'
import { Button, Group, Tabs } from '../../ui/controls.ts'
import { grantedLeaves, isSameGrant, mergedGrant, RightsTree } from '../user/role/index.ts'
import { draftOf, givenBy, isEdited, mergedScope, ScopeFields } from '../user/scope/index.ts'
import classes from './client.module.css'
import { useCardInput } from '../../kit/setting/useCardInput.ts'

interface PartProps extends CardProps {
  readonly id: string
  readonly versions: PartVersions
}

/** What a client may do and whose records it sees. */
export function AccessDialog({ dialog }: { readonly dialog: Dialog<Client> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('client.accessOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && dialog.isOpen && <Parts key={record.id} client={record} />}
    </DialogFrame>
  )
}

function Parts({ client: { id, name, version } }: { readonly client: Client }) {
  const versions = usePartVersions(version)
  const parts = useDirtyParts()
  useUnsaved(parts.isAnyDirty, parts.isKept)
  const part = { id, versions, onDirty: parts.tell }
  return (
    <Tabs defaultValue="rights">
      <Tabs.List aria-label={name}>
        <PartTab value="rights" title={t('client.rights')} of={parts} />
        <PartTab value="scope" title={t('client.dataScope')} of={parts} />
      </Tabs.List>
      <Tabs.Panel value="rights">
        <RightsPart {...part} card="rights" />
      </Tabs.Panel>
      <Tabs.Panel value="scope">
        <ScopePart {...part} card="scope" />
      </Tabs.Panel>
    </Tabs>
  )
}

function RightsPart(props: PartProps) {
  const rights = useQuery({
    ...query(clients.rights, { params: { id: props.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Loaded query={rights} permission={clients.rights.permission}>
      {(nodes) => <Rights nodes={nodes} {...props} />}
    </Loaded>
  )
}

function Rights(props: PartProps & { readonly nodes: readonly RightNode[] }) {
  const { nodes, id, card, versions } = props
  const { draft: granted, change, rebase } = useEdited(nodes, grantedLeaves)
  const keep = useCardInput(props, granted, !isSameGrant(granted, grantedLeaves(nodes)))
  const params = { id }
  const part = usePartSave({ of: clients, ...params, card, versions })
  const save = async () => {
    const body = { version: versions.of(card), menuIds: [...granted] }
    if (await part.save((send) => send(clients.setRights, { params, body }))) keep()
  }
  const takeTheirs = () =>
    part.takeTheirs(
      () => call(clients.rights, { params }),
      (theirs) => rebase(theirs, mergedGrant),
    )
  return (
    <Part save={save} conflict={part.conflict} takeTheirs={takeTheirs}>
      <RightsTree nodes={nodes} granted={granted} onChange={change} isReadOnly={false} />
    </Part>
  )
}

function ScopePart(props: PartProps) {
  const scope = useQuery({
    ...query(clients.scope, { params: { id: props.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Loaded query={scope} permission={clients.scope.permission}>
      {(read) => <Scope read={read} {...props} />}
    </Loaded>
  )
}

function Scope(props: PartProps & { readonly read: ShownScope }) {
  const { read, id, card, versions } = props
  const { draft, change, rebase } = useEdited(read, draftOf)
  const keep = useCardInput(props, draft, isEdited(draft, read))
  const params = { id }
  const part = usePartSave({ of: clients, ...params, card, versions })
  const save = async () => {
    const body = { ...givenBy(draft), version: versions.of(card) }
    if (await part.save((send) => send(clients.setScope, { params, body }))) keep()
  }
  const takeTheirs = () =>
    part.takeTheirs(
      () => call(clients.scope, { params }),
      (theirs) => rebase(theirs, mergedScope),
    )
  return (
    <Part save={save} conflict={part.conflict} takeTheirs={takeTheirs}>
      <ScopeFields draft={draft} onChange={change} isReadOnly={false} />
    </Part>
  )
}

interface PartShownProps {
  readonly save: () => Promise<void>
  readonly conflict: string | null
  readonly takeTheirs: () => Promise<void>
  readonly children: ReactNode
}

function Part({ save, conflict, takeTheirs, children }: PartShownProps) {
  return (
    <div className={classes.part}>
      <ConflictNote conflict={conflict} take={takeTheirs} />
      {children}
      <Group justify="flex-end">
        <Button onClick={() => void save()}>{t('kit.save')}</Button>
      </Group>
    </div>
  )
}
