import { type JsonDocument, jsonDocuments } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { SyncStates } from '../assignment/SyncStates.tsx'

/** How far the terminals of a document are, state by state. */
export function SyncDialog({ dialog }: { readonly dialog: Dialog<JsonDocument> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('param.syncOf', { name: record?.name ?? '' })}
    >
      {record && <Sync id={record.id} close={close} />}
    </DialogFrame>
  )
}

function Sync({ id, close }: Pick<JsonDocument, 'id'> & Pick<Dialog<never>, 'close'>) {
  const told = useQuery({
    ...query(jsonDocuments.sync, { params: { id } }),
    staleTime: 0,
    // Terminals answer one by one while somebody looks.
    refetchInterval: 5000,
  })
  return (
    <Loaded query={told} permission={jsonDocuments.sync.permission}>
      {(sync) => <SyncStates sync={sync} of={{ documentId: id }} close={close} />}
    </Loaded>
  )
}
