import { type Language, type LanguageText, languageTexts } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField } from '../../../ui/form/fields.tsx'
import { Fields } from './LanguageDialogs.tsx'
import { useSave } from '../../../kit/form/useSave.ts'

interface TextDialogProps {
  readonly dialog: Dialog<LanguageText>
  readonly language: Language
}

/** Words a text anew, translates a missing one, or adds one of one's own. */
export function TextDialog({ dialog, language }: TextDialogProps) {
  const { record, isOpen, close } = dialog
  const title = record ? record.key : t('language.addText')
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && record.state !== 'missing' ? (
        <Reword key={record.id} text={record} close={close} />
      ) : (
        <Translate
          key={record?.key ?? 'new'}
          text={record}
          languageId={language.id}
          close={close}
        />
      )}
    </DialogFrame>
  )
}

function Reword({ text, close }: { readonly text: LanguageText; readonly close: () => void }) {
  const form = useFields(languageTexts.update, { value: text.value ?? '' }, text.id)
  const save = useSave(languageTexts, form)
  const submit = async () => {
    const body = form.read()
    if (body && (await save(languageTexts.update, { params: { id: text.id }, body }))) close()
  }
  return (
    <Fields submit={submit} close={close} agree="kit.save">
      <Source text={text} />
      <LongTextField {...form.field('value', 'language.value')} />
    </Fields>
  )
}

interface TranslateProps {
  /** Null: a key of one's own. */
  readonly text: LanguageText | null
  readonly languageId: string
  readonly close: () => void
}

function Translate({ text, languageId, close }: TranslateProps) {
  const start = { languageId, key: text?.key ?? '', value: '' }
  const form = useFields(languageTexts.add, start, text?.id)
  const save = useSave(languageTexts, form)
  const submit = async () => {
    const body = form.read()
    if (body && (await save(languageTexts.add, { body }))) close()
  }
  return (
    <Fields submit={submit} close={close} agree={text ? 'kit.save' : 'kit.add'}>
      {text ? <Source text={text} /> : <CodeField {...form.field('key', 'language.key')} />}
      <LongTextField {...form.field('value', 'language.value')} />
    </Fields>
  )
}

/** The English text, which says what the places are. */
function Source({ text: { source } }: { readonly text: LanguageText }) {
  if (source === null) return null
  return (
    <p dir="ltr">
      {t('language.source')}: {source}
    </p>
  )
}
