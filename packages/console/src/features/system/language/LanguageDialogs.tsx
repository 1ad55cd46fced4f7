import { type Language, languageKeeping, type TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useFields } from '../../../kit/form/useFields.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Stack } from '../../../ui/controls.ts'
import { CodeField, ChoiceField, TextField } from '../../../ui/form/fields.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { useSave } from '../../../kit/form/useSave.ts'

/** A language without texts: English stands in until somebody translates. */
export function AddDialog({ dialog }: { readonly dialog: Dialog<Language> }) {
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={t('language.add')}>
      <AddForm close={dialog.close} />
    </DialogFrame>
  )
}

function AddForm({ close }: { readonly close: () => void }) {
  const form = useFields(languageKeeping.add, { direction: 'ltr' })
  const save = useSave(languageKeeping, form)
  const add = async () => {
    const body = form.read()
    if (body && (await save(languageKeeping.add, { body }))) close()
  }
  return (
    <Fields submit={add} close={close} agree="kit.add">
      <CodeField {...form.field('code', 'language.code')} />
      <TextField {...form.field('name', 'language.name')} />
      <TextField {...form.field('nativeName', 'language.nativeName')} />
      <ChoiceField {...form.field('direction', 'language.direction')} options={directions()} />
    </Fields>
  )
}

/** What a language is called, and which way it is written. */
export function EditDialog({ dialog }: { readonly dialog: Dialog<Language> }) {
  const { record, isOpen, close } = dialog
  const title = t('language.editTitle', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && <EditForm key={record.updatedAt} language={record} close={close} />}
    </DialogFrame>
  )
}

function EditForm({
  language,
  close,
}: {
  readonly language: Language
  readonly close: () => void
}) {
  const { id, name, nativeName, direction } = language
  const form = useFields(languageKeeping.update, { name, nativeName, direction }, id)
  const save = useSave(languageKeeping, form)
  const submit = async () => {
    const body = form.read()
    if (body && (await save(languageKeeping.update, { params: { id }, body }))) close()
  }
  return (
    <Fields submit={submit} close={close} agree="kit.save">
      <TextField {...form.field('name', 'language.name')} />
      <TextField {...form.field('nativeName', 'language.nativeName')} />
      <ChoiceField {...form.field('direction', 'language.direction')} options={directions()} />
    </Fields>
  )
}

const directions = () => ({ ltr: t('language.ltr'), rtl: t('language.rtl') })

/** A new language with all texts of another one, to be reworded from there. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<Language> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('language.copyTitle', { name: record?.name ?? '' })}
    >
      {record && <CopyForm key={record.id} source={record} close={dialog.close} />}
    </DialogFrame>
  )
}

function CopyForm({ source, close }: { readonly source: Language; readonly close: () => void }) {
  const form = useFields(languageKeeping.copy, {}, source.id)
  const save = useSave(languageKeeping, form)
  const copy = async () => {
    const body = form.read()
    const params = { id: source.id }
    if (body && (await save(languageKeeping.copy, { params, body }))) close()
  }
  return (
    <Fields submit={copy} close={close} agree="language.copy">
      <CodeField {...form.field('code', 'language.code')} />
      <TextField {...form.field('name', 'language.name')} />
      <TextField {...form.field('nativeName', 'language.nativeName')} />
    </Fields>
  )
}

interface FieldsProps {
  readonly submit: () => Promise<void>
  readonly close: () => void
  readonly agree: TextKey
  readonly children: ReactNode
}

/** The frame of a small form: its fields, and the way out. */
export function Fields({ submit: send, close, agree, children }: FieldsProps) {
  const { submit, isSending } = useSubmit(send)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>{children}</Stack>
      <FormFooter agree={agree} isSending={isSending} close={close} />
    </form>
  )
}
