import {
  type Language,
  languageFileFormats,
  languageFileParts,
  languageFiles,
} from '@muster/contract'
import { useState } from 'react'
import { CallError } from '../../../kit/callError.ts'
import { download } from '../../../kit/download/download.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Fields } from './LanguageDialogs.tsx'

/** Takes the texts of a language away as a file. */
export function TakeOutDialog({ dialog }: { readonly dialog: Dialog<Language> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={t('language.takeOut')}>
      {record && <TakeOut key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

function TakeOut({ id, close }: { readonly id: string; readonly close: () => void }) {
  const [format, setFormat] = useState<(typeof languageFileFormats)[number]>('xlsx')
  const [part, setPart] = useState<(typeof languageFileParts)[number]>('all')
  const take = () =>
    download(languageFiles.takeOut, { params: { id }, query: { format, part } }).then(
      close,
      (error: unknown) => {
        // The call has told the user; whatever else went wrong is a bug.
        if (!(error instanceof CallError)) throw error
      },
    )
  return (
    <Fields submit={take} close={close} agree="language.takeOut">
      <ChoiceInput
        label={t('language.part')}
        options={{
          all: t('language.part.all'),
          missing: t('language.part.missing'),
          own: t('language.part.own'),
        }}
        value={part}
        onChoose={(value) => setPart(languageFileParts.find((one) => one === value) ?? part)}
      />
      <ChoiceInput
        label={t('language.format')}
        options={{
          xlsx: t('transfer.xlsx'),
          csv: t('transfer.csv'),
          json: t('language.json'),
        }}
        value={format}
        onChoose={(value) => setFormat(languageFileFormats.find((one) => one === value) ?? format)}
      />
    </Fields>
  )
}
