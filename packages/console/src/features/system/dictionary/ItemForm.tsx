import type { tagColours } from '@muster/contract'
import { dictionaryItems, type DictionaryItem, type TextKey } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { NamesField } from '../language/index.ts'

const colourTexts: Readonly<Record<(typeof tagColours)[number], TextKey>> = {
  good: 'dictionary.colour.good',
  bad: 'dictionary.colour.bad',
  waiting: 'dictionary.colour.waiting',
  neutral: 'dictionary.colour.neutral',
}

interface ItemFormProps {
  readonly dialog: Dialog<DictionaryItem>
  readonly dictionaryId: string
}

/** Adds and edits an item; of a shipped one the value stays, and its words are those of the languages. */
export function ItemForm({ dialog, dictionaryId }: ItemFormProps) {
  const isSystem = dialog.record?.isSystem ?? false
  return (
    <FormDialog
      of={dictionaryItems}
      dialog={dialog}
      title="dictionary.addItem"
      start={{ dictionaryId }}
    >
      {(field) => (
        <>
          {!isSystem && <CodeField {...field('value', 'dictionary.value')} />}
          {!isSystem && <TextField {...field('label', 'dictionary.label')} />}
          <NamesField
            {...field('labels', 'dictionary.labels')}
            hint={t(isSystem ? 'dictionary.wordingHint' : 'dictionary.labelsHint')}
          />
          <ChoiceField
            {...field('colour', 'dictionary.colour')}
            options={texts(colourTexts)}
            none={t('dictionary.noColour')}
          />
          <NumberField {...field('sort', 'dictionary.sort')} />
          <CheckField {...field('isDefault', 'dictionary.isDefault')} />
          <LongTextField {...field('extra', 'dictionary.extra')} />
        </>
      )}
    </FormDialog>
  )
}
