import { type Area, areas, timezones } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { texts } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { areaTypeTexts } from './areaColumns.tsx'

/** Adds and edits an area. */
export function AreaForm({ dialog }: { readonly dialog: Dialog<Area> }) {
  return (
    <FormDialog of={areas} dialog={dialog} title="area.add">
      {(field) => (
        <>
          <TextField {...field('name', 'area.name')} />
          <CodeField {...field('code', 'area.code')} />
          <ChoiceField {...field('type', 'area.type')} options={texts(areaTypeTexts)} />
          <RecordField
            {...field('parentId', 'area.parent')}
            of={areas}
            except={dialog.record?.id}
          />
          <RecordField {...field('timezoneId', 'area.timezone')} of={timezones} />
          <CodeField {...field('iso2', 'area.iso2')} />
          <CodeField {...field('iso3', 'area.iso3')} />
          <CodeField {...field('phoneCode', 'area.phoneCode')} />
          <CodeField {...field('currency', 'area.currency')} />
          <NumberField {...field('sort', 'area.sort')} />
          <LongTextField {...field('remark', 'area.remark')} />
        </>
      )}
    </FormDialog>
  )
}
