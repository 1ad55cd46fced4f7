import { dictionaries, type Dictionary } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'

/** Adds and edits a dictionary; the code stays where items are found by it. */
export function DictionaryForm({ dialog }: { readonly dialog: Dialog<Dictionary> }) {
  const { record } = dialog
  const isFixed = record !== null && (record.isSystem || record.itemCount > 0)
  return (
    <FormDialog of={dictionaries} dialog={dialog} title="dictionary.add">
      {(field) => (
        <>
          {!isFixed && <CodeField {...field('code', 'dictionary.code')} />}
          <TextField {...field('name', 'dictionary.name')} />
          <FlagField {...field('isTold', 'dictionary.isTold')} hint={t('dictionary.isToldHint')} />
          <LongTextField {...field('remark', 'dictionary.remark')} />
        </>
      )}
    </FormDialog>
  )
}
