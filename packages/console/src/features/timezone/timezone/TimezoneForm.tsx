import { areas, type Timezone, timezones } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import { NumberField, SearchField, shownValue, TextField } from '../../../ui/form/fields.tsx'
import { offsetText, standardOffset } from './offsetText.ts'

const year = new Date().getFullYear()
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
          <StandardOffset zoneId={shownValue(field('zoneId', 'timezone.zoneId').value)} />
          <TextField {...field('name', 'timezone.name')} />
          <RecordField {...field('areaId', 'timezone.area')} of={areas} />
          <NumberField {...field('sort', 'timezone.sort')} />
        </>
      )}
    </FormDialog>
  )
}

/** What the chosen zone is apart from UTC by, when no summer time is in force. */
function StandardOffset({ zoneId }: { readonly zoneId: string }) {
  const minutes = standardOffset(zoneId, year)
  return (
    <Text size="sm" c="dimmed">
      {t('timezone.standard')}: <Ltr>{minutes === null ? null : offsetText(minutes)}</Ltr>
    </Text>
  )
}
