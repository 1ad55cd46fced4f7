import type { FunctionalName, TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { TimeField } from '../../../kit/dates/fields.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { partsOf } from '../../../ui/form/parts.ts'
import classes from './functional.module.css'
import { choiceTexts } from './functionalTexts.ts'
import { orNothing } from './orNothing.ts'
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

const OpenLimitField = (hold: FieldHold) => (
  <NumberField {...hold} hint={t('functional.limitHint')} />
)
const UsageField = (hold: FieldHold) => <NumberField {...hold} hint={t('functional.usageHint')} />

/** One of the choices of a setting, or as the level above has it. */
const choiceField = (words: Readonly<Record<string, TextKey>>) =>
  function SettingChoice(hold: FieldHold) {
    return <ChoiceField {...hold} options={texts(words)} none={t('functional.asAbove')} />
  }

const KioskField = (hold: FieldHold) => (
  <LinesField {...orNothing(hold)} hint={t('functional.kioskHint')} />
)
const BlockedField = (hold: FieldHold) => (
  <LinesField {...orNothing(hold)} hint={t('functional.wifiBlockedHint')} />
)

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
      ['appsHours', NumberField],
      ['usageMinutes', UsageField],
      ['locationMinutes', NumberField],
      ['locationSource', choiceField(choiceTexts.locationSource)],
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
      ['kioskApps', KioskField],
    ],
  },
  {
    title: 'functional.section.remote',
    settings: [
      ['screenshot', FlagField],
      ['remoteControl', choiceField(choiceTexts.remoteControl)],
    ],
  },
  {
    title: 'functional.section.log',
    settings: [
      ['logLevel', choiceField(choiceTexts.logLevel)],
      ['logRingMb', NumberField],
    ],
  },
  {
    title: 'functional.section.downloads',
    settings: [
      ['downloadsAtOnce', NumberField],
      ['downloadKbps', OpenLimitField],
      ['downloadWifiOnly', FlagField],
      ['downloadMeteredMb', OpenLimitField],
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
      ['wifiBlocked', BlockedField],
      ['apns', ApnsField],
    ],
  },
]
