import { type AppCategory, appCategories } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { ImageField } from '../../kit/image/ImageField.tsx'
import { t } from '../../platform/texts.ts'
import {
  CheckField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { NamesField } from '../system/language/index.ts'

/** Adds and edits a store category. */
export function CategoryForm({ dialog }: { readonly dialog: Dialog<AppCategory> }) {
  return (
    <FormDialog
      of={appCategories}
      dialog={dialog}
      title="appCategory.add"
      start={{ showInStore: true }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'appCategory.name')} />
          <CodeField {...field('code', 'appCategory.code')} />
          <RecordField
            {...field('parentId', 'appCategory.parent')}
            of={appCategories}
            except={dialog.record?.id}
          />
          <NumberField {...field('sort', 'appCategory.sort')} />
          <ImageField {...field('icon', 'appCategory.icon')} use="icon" />
          <CheckField {...field('showInStore', 'appCategory.showInStore')} />
          <NamesField {...field('names', 'appCategory.names')} hint={t('appCategory.namesHint')} />
          <LongTextField {...field('remark', 'appCategory.remark')} />
        </>
      )}
    </FormDialog>
  )
}
