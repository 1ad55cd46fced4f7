import { type Classification, classifications } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  LongTextField,
  NumberField,
  shownValue,
  TextField,
} from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { FilterField, filterIn } from '../filter/FilterField.tsx'
import { Preview } from '../filter/Preview.tsx'
import { useEstatePreview } from '../filter/usePreview.ts'
import { dimensionTexts } from './classificationColumns.tsx'
import { ColourField, firstColour } from './ColourField.tsx'

/** Adds and edits a label. */
export function ClassificationForm({ dialog }: { readonly dialog: Dialog<Classification> }) {
  return (
    <FormDialog
      of={classifications}
      dialog={dialog}
      title="classification.add"
      size="80rem"
      start={{ colour: firstColour, exclusive: false, priority: 0 }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'classification.name')} />
          <CodeField {...field('code', 'classification.code')} />
          <ChoiceField
            {...field('dimension', 'classification.dimension')}
            options={texts(dimensionTexts)}
          />
          <NumberField
            {...field('priority', 'classification.priority')}
            hint={t('classification.priorityHint')}
          />
          <ColourField
            {...field('colour', 'classification.colour')}
            shown={shownValue(field('name', 'classification.name').value)}
          />
          <FlagField
            {...field('exclusive', 'classification.exclusive')}
            hint={t('classification.exclusiveHint')}
          />
          <LongTextField {...field('remark', 'classification.remark')} rows={2} />
          <Rule field={field('rule', 'classification.rule')} />
        </>
      )}
    </FormDialog>
  )
}

/** Who has the label by itself, and who that is now. */
function Rule({ field }: { readonly field: FieldHold }) {
  const preview = useEstatePreview(filterIn(field.value))
  return (
    <>
      <FilterField {...field} />
      <Preview {...preview} />
    </>
  )
}
