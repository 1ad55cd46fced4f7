import { organizations, type Station, type TextKey } from '@muster/contract'
import { RecordsField } from '../../kit/form/RecordsField.tsx'
import { t, texts } from '../../platform/texts.ts'
import { ChoiceField, type FieldHold } from '../../ui/form/fields.tsx'
import { ChecksField } from '../../ui/form/moreFields.tsx'
import { visibilityTexts } from './appTexts.ts'

const stationTexts: Readonly<Record<Station['type'], TextKey>> = {
  SHOP: 'station.type.SHOP',
  BRANCH: 'station.type.BRANCH',
  AGENT: 'station.type.AGENT',
  WAREHOUSE: 'station.type.WAREHOUSE',
  DEPOT: 'station.type.DEPOT',
}

interface AudienceFieldsProps {
  readonly visibility: FieldHold
  readonly orgs: FieldHold
  readonly stations: FieldHold
}

/** Who is offered an application; which ones is asked where that is some of them. */
export function AudienceFields({ visibility, orgs, stations }: AudienceFieldsProps) {
  return (
    <>
      <ChoiceField {...visibility} required options={texts(visibilityTexts)} />
      {visibility.value === 'ORGS' && (
        <RecordsField {...orgs} required of={organizations} none={t('app.noOrgs')} />
      )}
      {visibility.value === 'STATIONS' && (
        <ChecksField {...stations} required options={texts(stationTexts)} />
      )}
    </>
  )
}
