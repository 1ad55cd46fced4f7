import { areas, type Timezone, timezones } from '@muster/contract'
import type { Dialog } from '../../../kit/list/useDialog.ts'
import { FormDialog } from '../../../kit/parts/FormDialog.tsx'
import { RecordField } from '../../../kit/parts/RecordField.tsx'
import { t } from '../../../platform/texts.ts'
import { NumberField, SearchField, TextField } from '../../../ui/form/fields.tsx'

const zones = Intl.supportedValuesOf('timeZone')

/** Adds and edits a time zone; the zones offered are those that this browser knows. */
export function TimezoneForm({ dialog }: { readonly dialog: Dialog<Timezone> }) {
  const current = dialog.record?.zoneId
  const options = current && !zones.includes(current) ? [current, ...zones] : zones
  return (
    <FormDialog of={timezones} dialog={dialog} title="timezone.add">
      {(field) => (
        <>
          <SearchField
            {...field('zoneId', 'timezone.zoneId')}
            options={options}
            nothingFound={t('kit.noMatch')}
          />
          <TextField {...field('name', 'timezone.name')} />
          <RecordField {...field('areaId', 'timezone.area')} of={areas} />
          <NumberField {...field('sort', 'timezone.sort')} />
        </>
      )}
    </FormDialog>
  )
}
