import { type Classification, classifications } from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { SerialsInput } from '../group/SerialsInput.tsx'
import { UnknownSerials } from '../group/UnknownSerials.tsx'
import { useNamed } from '../group/useNamed.ts'

/** Gives a label to terminals, or takes it away, by pasted serial numbers. */
export function BindDialog({ dialog }: { readonly dialog: Dialog<Classification> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('classification.bindOf', { name: record?.name ?? '' })}
    >
      {record && <Bind key={record.id} label={record} close={dialog.close} />}
    </DialogFrame>
  )
}

interface BindProps {
  readonly label: Classification
  readonly close: () => void
}

function Bind({ label, close }: BindProps) {
  const [sns, setSns] = useState<readonly string[]>([])
  const [bound, setBound] = useState(true)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const { name, isBusy } = useNamed(classifications, (send, some) =>
    send(classifications.bind, { body: { classificationId: label.id, sns: some, bound } }),
  )
  const bind = async () => {
    const done = await name(sns)
    if (!done) return
    const { count } = done
    notify.success(t(bound ? 'classification.bound' : 'classification.unbound', { count }))
    if (done.unknown.length === 0) close()
    setUnknown(done.unknown)
  }
  return (
    <>
      <ChoiceInput
        label={t('classification.bindHow')}
        options={{ give: t('classification.give'), take: t('classification.take') }}
        value={bound ? 'give' : 'take'}
        onChoose={(chosen) => setBound(chosen === 'give')}
      />
      <SerialsInput label={t('group.sns')} onRead={(read) => setSns(read.sns)} />
      <UnknownSerials sns={unknown} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('kit.close')}
        </Button>
        <Button disabled={sns.length === 0} loading={isBusy} onClick={() => void bind()}>
          {t(bound ? 'classification.give' : 'classification.take')}
        </Button>
      </Group>
    </>
  )
}
