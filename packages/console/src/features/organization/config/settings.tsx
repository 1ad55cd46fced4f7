import type { OrganizationSettings, SettingName, TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { BlackoutsField } from './BlackoutsField.tsx'
import { WindowField } from './WindowField.tsx'

/** One setting: its field, how its value reads, and what it begins with where nothing is inherited. */
export interface Setting {
  readonly name: SettingName
  readonly label: TextKey
  readonly Field: (hold: FieldHold) => ReactNode
  readonly text: (value: OrganizationSettings) => string
  readonly start: unknown
}

/** Yes or no, as words: an empty box would look like what is inherited. */
function YesNoField({ value, onChange, ...rest }: FieldHold) {
  return (
    <ChoiceField
      {...rest}
      required
      value={value === true ? 'yes' : 'no'}
      onChange={(chosen) => onChange(chosen === 'yes')}
      options={{ yes: t('kit.yes'), no: t('kit.no') }}
    />
  )
}

const yesNo = (value: boolean | null) => t(value ? 'kit.yes' : 'kit.no')
const number = (value: number | null) =>
  value === null ? t('organization.config.fromAgent') : formatNumber(value)

/** The settings in the order in which they are shown. */
export const settings: readonly Setting[] = [
  {
    name: 'heartbeatSeconds',
    label: 'organization.config.heartbeatSeconds',
    Field: NumberField,
    text: ({ heartbeatSeconds }) => number(heartbeatSeconds),
    start: 120,
  },
  {
    name: 'locationMinutes',
    label: 'organization.config.locationMinutes',
    Field: NumberField,
    text: ({ locationMinutes }) => number(locationMinutes),
    start: 60,
  },
  {
    name: 'offlineAlarmMinutes',
    label: 'organization.config.offlineAlarmMinutes',
    Field: NumberField,
    text: ({ offlineAlarmMinutes }) => number(offlineAlarmMinutes),
    start: 1440,
  },
  {
    name: 'maintenance',
    label: 'organization.config.maintenance',
    Field: WindowField,
    text: ({ maintenance }) =>
      maintenance
        ? t('organization.config.windowOf', maintenance)
        : t('organization.config.always'),
    start: { from: '01:00', until: '05:00' },
  },
  {
    name: 'blackouts',
    label: 'organization.config.blackouts',
    Field: BlackoutsField,
    text: ({ blackouts }) =>
      blackouts?.length
        ? t('organization.config.blackoutCount', { count: blackouts.length })
        : t('organization.config.noBlackouts'),
    start: [],
  },
  {
    name: 'autoActivate',
    label: 'organization.config.autoActivate',
    Field: YesNoField,
    text: ({ autoActivate }) => yesNo(autoActivate),
    start: true,
  },
  {
    name: 'allowReplacement',
    label: 'organization.config.allowReplacement',
    Field: YesNoField,
    text: ({ allowReplacement }) => yesNo(allowReplacement),
    start: true,
  },
  {
    name: 'storeVisible',
    label: 'organization.config.storeVisible',
    Field: YesNoField,
    text: ({ storeVisible }) => yesNo(storeVisible),
    start: true,
  },
  {
    name: 'launcher',
    label: 'organization.config.launcher',
    Field: CodeField,
    text: ({ launcher }) => launcher ?? t('organization.config.noLauncher'),
    start: '',
  },
]
