import { type Category, categories, features } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { ImageField } from '../../../kit/image/ImageField.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { agentTexts } from '../agentTexts.ts'
import { osTexts } from '../osTexts.ts'
import { WordField } from '../../../kit/dictionary/WordField.tsx'

/** Adds and edits a category. */
export function CategoryForm({ dialog }: { readonly dialog: Dialog<Category> }) {
  return (
    <FormDialog
      of={categories}
      dialog={dialog}
      title="category.add"
      start={{ featureIds: [], agentKind: 'MUSTER' }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'category.name')} />
          <CodeField {...field('code', 'category.code')} />
          <RecordField
            {...field('parentId', 'category.parent')}
            of={categories}
            except={dialog.record?.id}
          />
          <WordField
            {...field('osKind', 'category.osKind')}
            of="category.os"
            options={texts(osTexts)}
          />
          <ChoiceField {...field('agentKind', 'category.agentKind')} options={texts(agentTexts)} />
          <NumberField
            {...field('offlineAlarmMinutes', 'category.offlineAlarm')}
            hint={t('device.overdueHint')}
          />
          <NumberField {...field('sort', 'category.sort')} />
          <RecordsField
            {...field('featureIds', 'category.features')}
            of={features}
            none={t('category.featuresHint')}
          />
          <ImageField {...field('icon', 'category.icon')} use="icon" />
          <LongTextField {...field('remark', 'category.remark')} />
        </>
      )}
    </FormDialog>
  )
}
