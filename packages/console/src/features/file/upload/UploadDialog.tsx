import { type ReplyOf, uploads, type UploadType } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes } from '../../../platform/format.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { FileDrop } from './FileDrop.tsx'
import { UploadItems } from './UploadItems.tsx'
import { addUploads } from './uploadQueue.ts'
import { typeTexts } from './uploadTexts.ts'
import classes from './upload.module.css'

type Rules = ReplyOf<typeof uploads.rules>

/** Where files are chosen or dropped, and how far each is. Closing it stops none of them. */
export function UploadDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  const rules = useQuery(query(uploads.rules, {}))
  return (
    <DialogFrame
      looksOnly
      title={t('upload.add')}
      isOpen={dialog.isOpen}
      close={dialog.close}
      size="lg"
    >
      <Loaded query={rules} permission={uploads.rules.permission}>
        {(known) => <Chooser rules={known} />}
      </Loaded>
      <UploadItems />
      <p className={classes.hint}>{t('upload.goesOn')}</p>
    </DialogFrame>
  )
}

function Chooser({ rules }: { readonly rules: Rules }) {
  const [type, setType] = useState<UploadType>('apk')
  const rule = rules.find((one) => one.type === type)
  if (!rule) return null
  const { extensions, maxBytes } = rule
  return (
    <div className={classes.chooser}>
      <ChoiceInput
        label={t('upload.type')}
        options={texts(typeTexts)}
        value={type}
        onChoose={(chosen) => setType(rules.find((one) => one.type === chosen)?.type ?? type)}
      />
      <FileDrop
        accept={extensions.map((extension) => `.${extension}`).join()}
        hint={t('upload.limit', {
          extensions: extensions.join(', '),
          size: formatBytes(maxBytes),
        })}
        onFiles={(files) => addUploads(files, rule)}
      />
    </div>
  )
}
