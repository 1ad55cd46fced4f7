import { type Client, clients, type RightNode, type ShownScope } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../kit/useAction.ts'
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
import { grantedLeaves, isSameGrant, RightsTree } from '../user/role/index.ts'
import { draftOf, givenBy, isEdited, ScopeFields } from '../user/scope/index.ts'
import classes from './client.module.css'
import { useCardInput } from '../../kit/setting/useCardInput.ts'

interface PartProps extends CardProps {
  readonly id: string
  /** The client's version: what was saved in one part raises it for the other. */
  readonly version: number
  readonly onSaved: (version: number) => void
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

function Parts({ client: { id, name, version: read } }: { readonly client: Client }) {
  const [version, setVersion] = useState(read)
  const parts = useDirtyParts()
  useUnsaved(parts.isAnyDirty)
  const part = { id, version, onSaved: setVersion, onDirty: parts.tell }
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
  const { nodes, id, version, onSaved } = props
  const [granted, setGranted] = useEdited(nodes, grantedLeaves)
  const keep = useCardInput(props, granted, !isSameGrant(granted, grantedLeaves(nodes)))
  const act = useAction(clients)
  const save = async () => {
    const body = { version, menuIds: [...granted] }
    const done = await act(clients.setRights, { params: { id }, body })
    if (!done) return
    keep()
    onSaved(done.reply.version)
  }
  return (
    <Part save={save}>
      <RightsTree nodes={nodes} granted={granted} onChange={setGranted} isReadOnly={false} />
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
  const { read, id, version, onSaved } = props
  const [draft, setDraft] = useEdited(read, draftOf)
  const keep = useCardInput(props, draft, isEdited(draft, read))
  const act = useAction(clients)
  const save = async () => {
    const body = { ...givenBy(draft), version }
    const done = await act(clients.setScope, { params: { id }, body })
    if (!done) return
    keep()
    onSaved(done.reply.version)
  }
  return (
    <Part save={save}>
      <ScopeFields draft={draft} onChange={setDraft} isReadOnly={false} />
    </Part>
  )
}

function Part({
  save,
  children,
}: {
  readonly save: () => Promise<void>
  readonly children: ReactNode
}) {
  return (
    <div className={classes.part}>
      {children}
      <Group justify="flex-end">
        <Button onClick={() => void save()}>{t('kit.save')}</Button>
      </Group>
    </div>
  )
}
