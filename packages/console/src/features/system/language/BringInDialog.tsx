import { type Language, languageFiles, type LanguageFileOutcome } from '@muster/contract'
import { useState } from 'react'
import { ask, call } from '../../../kit/call.ts'
import { fieldProblems } from '../../../kit/callError.ts'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { FileOutcome } from './FileOutcome.tsx'
import classes from './names.module.css'

/** Brings the texts of a file in: first it is told what would happen, then it is done. */
export function BringInDialog({ dialog }: { readonly dialog: Dialog<Language> }) {
  const { record, isOpen, close } = dialog
  const title = t('language.bringInOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <BringIn key={record.id} language={record} close={close} />}
    </DialogFrame>
  )
}

type Texts = Readonly<Record<string, string>>
type Chosen =
  | { readonly texts: Texts; readonly outcome: LanguageFileOutcome }
  | { readonly fault: string }

interface BringInProps {
  readonly language: Language
  readonly close: () => void
}

function BringIn({ language: { id, code }, close }: BringInProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const act = useAction(languageFiles)
  const apply = async (texts: Texts) => {
    const done = await act(languageFiles.bringIn, {
      params: { id },
      body: { texts, dryRun: false },
    })
    if (done?.reply.isApplied) close()
    else if (done) setChosen({ texts, outcome: done.reply })
  }
  const ready = chosen && 'outcome' in chosen && doesSomething(chosen.outcome) ? chosen : null
  return (
    <>
      <p className={classes.hint}>{t('language.bringInText', { code })}</p>
      <label className={classes.file}>
        {t('language.chooseFile')}
        <input
          type="file"
          accept=".json,.xlsx,.csv"
          onClick={(event) => {
            // The same file, mended and chosen again, must count as a choice.
            event.currentTarget.value = ''
          }}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file) void tryFile(id, file).then(setChosen)
          }}
        />
      </label>
      {chosen && 'fault' in chosen && (
        <p role="alert" className={classes.error}>
          {chosen.fault}
        </p>
      )}
      {chosen && 'outcome' in chosen && <FileOutcome outcome={chosen.outcome} />}
      <Group justify="flex-end" mt="lg">
        <CancelButton close={close} />
        <Button disabled={!ready} onClick={() => ready && void apply(ready.texts)}>
          {t('language.apply')}
        </Button>
      </Group>
    </>
  )
}

const doesSomething = ({ added, changed, refused }: LanguageFileOutcome) =>
  refused.length === 0 && added.length + changed.length > 0

/** Has the server read a file, and tell what it would do. */
async function tryFile(id: string, file: File): Promise<Chosen | null> {
  const body = new Uint8Array(await file.arrayBuffer())
  // `ask`: what is wrong with the file stands below it and not in a message.
  const read = await outcomeOf(ask(languageFiles.read, { params: { id }, body }))
  if ('error' in read) return { fault: fieldProblems(read.error)[0]?.message ?? read.error.message }
  const { texts } = read.reply
  const tried = await outcomeOf(
    call(languageFiles.bringIn, { params: { id }, body: { texts, dryRun: true } }),
  )
  return 'error' in tried ? null : { texts, outcome: tried.reply }
}
