import {
  areas,
  categories,
  organizations,
  type Station,
  stations,
  timezones,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { texts, t } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { AttributesField } from '../form/AttributesField.tsx'
import { confirmFencePlace } from './confirmFence.ts'
import { confirmMove } from './confirmPlace.ts'
import { HoursField } from './HoursField.tsx'
import { PlaceField } from './PlaceField.tsx'
import classes from './station.module.css'
import { stationTypeTexts } from './stationTexts.ts'

/** Adds and edits a station; its fence has a dialog and a right of its own. */
export function StationForm({ dialog }: { readonly dialog: Dialog<Station> }) {
  return (
    <FormDialog
      of={stations}
      dialog={dialog}
      title="station.add"
      start={{ categoryIds: [], attributes: [] }}
      confirmSave={async (body, station) =>
        (await confirmMove(body, station)) && confirmFencePlace(body, station)
      }
    >
      {(field) => (
        <>
          <h3 className={classes.section}>{t('station.section.base')}</h3>
          <TextField {...field('name', 'station.name')} />
          <CodeField {...field('code', 'station.code')} />
          <ChoiceField {...field('type', 'station.type')} options={texts(stationTypeTexts)} />
          <RecordField {...field('orgId', 'station.organization')} of={organizations} />
          <TextField {...field('merchantName', 'station.merchant')} />
          <CodeField {...field('mid', 'station.mid')} />
          <CodeField {...field('mcc', 'station.mcc')} />
          <NumberField {...field('expectedDevices', 'station.expected')} />
          <RecordsField
            {...field('categoryIds', 'station.categories')}
            of={categories}
            none={t('station.anyCategory')}
          />
          <h3 className={classes.section}>{t('station.place')}</h3>
          <RecordField {...field('areaId', 'station.area')} of={areas} />
          <TextField {...field('address', 'station.address')} />
          <CodeField {...field('postcode', 'station.postcode')} />
          <PlaceField
            latitude={field('latitude', 'station.latitude')}
            longitude={field('longitude', 'station.longitude')}
            address={field('address', 'station.address')}
          />
          <h3 className={classes.section}>{t('station.hours')}</h3>
          <RecordField
            {...field('timezoneId', 'station.timezone')}
            of={timezones}
            placeholder={t('station.timezoneOfArea')}
          />
          <HoursField {...field('businessHours', 'station.hours')} />
          <h3 className={classes.section}>{t('station.section.contact')}</h3>
          <TextField {...field('contact', 'station.contact')} />
          <CodeField {...field('phone', 'station.phone')} />
          <CodeField {...field('email', 'station.email')} />
          <AttributesField {...field('attributes', 'station.attributes')} />
          <LongTextField {...field('remark', 'station.remark')} />
        </>
      )}
    </FormDialog>
  )
}
