import { type TextKey, weekDays } from '@muster/contract'
import { TimeField } from '../../../kit/dates/fields.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { t, texts } from '../../../platform/texts.ts'
import {
  CheckField,
  ChoiceField,
  type FieldHold,
  NumberField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import type { Draft } from './fenceDraft.ts'
import classes from './station.module.css'
import { fenceActionTexts } from './stationTexts.ts'

interface FenceActionsProps {
  readonly hold: (name: keyof Draft, label: string) => FieldHold
  readonly draft: Draft
  /** The clock that its hours go by; null: there is none. */
  readonly timeZone: string | null
}

/** What happens to a terminal outside, and in which hours. */
export function FenceActions({ hold, draft, timeZone }: FenceActionsProps) {
  return (
    <>
      <ChoiceField
        {...hold('action', t('station.fenceAction'))}
        options={texts(fenceActionTexts)}
      />
      {draft.action !== 'ALARM' && <TextField {...hold('message', t('station.fenceMessage'))} />}
      {draft.action === 'LOCK' && (
        <NumberField {...hold('lockMinutes', t('station.fenceLockMinutes'))} />
      )}
      <div className={classes.wide}>
        <CheckField {...hold('blocksPayments', t('station.fenceBlocksPayments'))} />
      </div>
      <div className={classes.wide}>
        <CheckField {...hold('hasHours', t('station.fenceHasHours'))} />
        {timeZone !== null && draft.hasHours && (
          <p className={classes.hint}>
            {t('station.fenceHoursHint')} <Ltr>{timeZone}</Ltr>
          </p>
        )}
      </div>
      {draft.hasHours && (
        <>
          <TimeField {...hold('from', t('station.from'))} />
          <TimeField {...hold('until', t('station.until'))} />
          <ChecksField {...hold('days', t('station.fenceDays'))} options={texts(dayTexts)} />
        </>
      )}
    </>
  )
}

/** Days of the week by their number, Monday is 1. */
const dayTexts: Readonly<Record<string, TextKey>> = Object.fromEntries(
  weekDays.map((day, at) => [at + 1, `station.day.${day}` as const]),
)
