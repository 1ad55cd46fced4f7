import { type DeviceFeature, features } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { IconField } from '../../../kit/form/IconField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { kindTexts, valueTypeTexts } from './featureTexts.ts'

/** Adds and edits a feature. */
export function FeatureForm({ dialog }: { readonly dialog: Dialog<DeviceFeature> }) {
  return (
    <FormDialog
      of={features}
      dialog={dialog}
      title="feature.add"
      start={{ valueType: 'BOOL', choices: [] }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'feature.name')} />
          <CodeField {...field('code', 'feature.code')} />
          <ChoiceField {...field('kind', 'feature.kind')} options={texts(kindTexts)} />
          <ChoiceField
            {...field('valueType', 'feature.valueType')}
            options={texts(valueTypeTexts)}
          />
          <TextField {...field('unit', 'feature.unit')} />
          <NumberField {...field('sort', 'feature.sort')} />
          <LinesField {...field('choices', 'feature.choices')} hint={t('feature.choicesHint')} />
          <IconField {...field('icon', 'feature.icon')} />
          <LongTextField {...field('description', 'feature.description')} />
        </>
      )}
    </FormDialog>
  )
}
