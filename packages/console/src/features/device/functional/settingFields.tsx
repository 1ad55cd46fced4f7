import type { FunctionalName, TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { TimeField } from '../../../kit/dates/fields.tsx'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { partsOf } from '../../../ui/form/parts.ts'
import classes from './functional.module.css'
import { ApnsField, WifiField } from './NetworksField.tsx'

type Field = (hold: FieldHold) => ReactNode

/** Yes, no, or as the level above has it. */
function FlagField({ value, onChange, ...rest }: FieldHold) {
  return (
    <ChoiceField
      {...rest}
      value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''}
      onChange={(chosen) => onChange(chosen === '' ? '' : chosen === 'yes')}
      options={{ yes: t('kit.yes'), no: t('kit.no') }}
      none={t('functional.asAbove')}
    />
  )
}

const LimitField = (hold: FieldHold) => <NumberField {...hold} hint={t('functional.alarmHint')} />

/** From and until; both empty: as the level above has it. */
function WindowField({ onChange, ...hold }: FieldHold) {
  const take = (value: unknown) => {
    const times = Object.values({ ...(typeof value === 'object' && value) })
    onChange(times.some((time) => time !== '') ? value : '')
  }
  const part = partsOf({ ...hold, onChange: take })
  const parts = [
    part('from', t('organization.config.from')),
    part('until', t('organization.config.until')),
  ]
  return (
    <fieldset className={classes.group}>
      <legend>{hold.label}</legend>
      <div className={classes.parts}>
        {parts.map((one) => (
          <TimeField {...one} key={one.name} />
        ))}
      </div>
    </fieldset>
  )
}

interface Section {
  readonly title: TextKey
  readonly settings: readonly (readonly [FunctionalName, Field])[]
}

/** The settings in the order in which they are shown. */
export const sections: readonly Section[] = [
  {
    title: 'functional.section.report',
    settings: [
      ['heartbeatSeconds', NumberField],
      ['infoHours', NumberField],
      ['locationMinutes', NumberField],
    ],
  },
  {
    title: 'functional.section.alarms',
    settings: [
      ['alarmBattery', LimitField],
      ['alarmStorageMb', LimitField],
      ['alarmClockSeconds', LimitField],
      ['alarmPaper', FlagField],
      ['alarmTamper', FlagField],
      ['alarmRoot', FlagField],
      ['alarmSim', FlagField],
      ['alarmCrash', FlagField],
    ],
  },
  {
    title: 'functional.section.upkeep',
    settings: [
      ['rebootAt', TimeField],
      ['rebootWithinMinutes', NumberField],
      ['maintenance', WindowField],
    ],
  },
  {
    title: 'functional.section.kiosk',
    settings: [
      ['launcher', CodeField],
      ['storeVisible', FlagField],
      ['lockStatusBar', FlagField],
      ['lockHome', FlagField],
      ['lockRecents', FlagField],
      ['sideLoad', FlagField],
      ['usbDebug', FlagField],
    ],
  },
  {
    title: 'functional.section.screen',
    settings: [
      ['language', CodeField],
      ['brightness', NumberField],
      ['volume', NumberField],
    ],
  },
  {
    title: 'functional.section.network',
    settings: [
      ['wifi', WifiField],
      ['apns', ApnsField],
    ],
  },
]
