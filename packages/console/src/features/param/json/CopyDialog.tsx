import {
  devices,
  groups,
  type JsonDocument,
  jsonDocuments,
  jsonLevels,
  models,
  organizations,
} from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { t, texts } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import classes from '../assignment/assignment.module.css'
import { levelTexts } from './jsonTexts.ts'

/** Makes another document of what one has in its draft: for another target, or by another code. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<JsonDocument> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('json.copyOf', { name: record?.name ?? '' })}
    >
      {record && isOpen && <Copy key={record.id} document={record} close={close} />}
    </DialogFrame>
  )
}

interface CopyProps {
  readonly document: JsonDocument
  readonly close: () => void
}

function Copy({ document, close }: CopyProps) {
  const { id } = document
  const [name, setName] = useState(t('json.copyName', { name: document.name }).slice(0, 64))
  const [code, setCode] = useState(document.code)
  const [level, setLevel] = useState(document.level)
  const [at, setAt] = useState<Record<'orgId' | 'modelId' | 'groupId' | 'deviceId', string | null>>(
    {
      orgId: document.orgId,
      modelId: document.modelId,
      groupId: null,
      deviceId: null,
    },
  )
  const act = useAction(jsonDocuments)
  const { submit, isSending } = useSubmit(async () => {
    const body = { name: name.trim(), code: code.trim(), level, ...at }
    if (await act(jsonDocuments.copy, { params: { id }, body })) close()
  })
  const hold = (key: keyof typeof at) => ({
    required: true,
    value: at[key],
    onChange: (chosen: string | null) => setAt({ ...at, [key]: chosen }),
  })
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <TextInput
        label={t('json.name')}
        required
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('json.code')}
        required
        dir="ltr"
        value={code}
        maxLength={64}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Select
        label={t('param.level')}
        data={Object.entries(texts(levelTexts)).map(([value, label]) => ({ value, label }))}
        value={level}
        allowDeselect={false}
        onChange={(value) => setLevel(jsonLevels.find((one) => one === value) ?? level)}
      />
      {(level === 'ORG' || level === 'MODEL') && (
        <RecordPicker of={organizations} label={t('param.level.ORG')} {...hold('orgId')} />
      )}
      {level === 'MODEL' && (
        <RecordPicker of={models} label={t('json.level.MODEL')} {...hold('modelId')} />
      )}
      {level === 'GROUP' && (
        <RecordPicker of={groups} label={t('param.level.GROUP')} {...hold('groupId')} />
      )}
      {level === 'DEVICE' && (
        <RecordPicker of={devices} label={t('param.level.DEVICE')} {...hold('deviceId')} />
      )}
      <FormFooter
        agree="json.copy"
        isSending={isSending}
        close={close}
        isDisabled={name.trim() === '' || code.trim() === ''}
      />
    </form>
  )
}
