import { mostRuns, type TextKey } from '@muster/contract'
import { TimeField } from '../../../kit/dates/fields.tsx'
import { formatDateTimeIn, formatNumber, readerZone } from '../../../platform/format.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, NumberField, SearchField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import type { Rhythm } from '../rhythm.ts'
import { nextTimes } from './cronNext.ts'
import { dayTexts } from './days.ts'
import classes from './form.module.css'
import { cronIn, zoneIn } from './pushValues.ts'
import type { PushFormHold } from './usePushForm.ts'

interface FieldsProps {
  readonly form: PushFormHold
}

const rhythmTexts: Readonly<Record<Rhythm['every'] | 'cron', TextKey>> = {
  daily: 'push.rhythm.daily',
  weekly: 'push.rhythm.weekly',
  monthly: 'push.rhythm.monthly',
  cron: 'push.cronLine',
}

const known = Intl.supportedValuesOf('timeZone')

/** How it comes round: in words, or by a cron line for what they do not say; and by whose clock. */
export function RoundFields({ form }: FieldsProps) {
  const { rhythm, zone } = form.values
  const own = readerZone()
  const zones = [
    ...new Set([own, ...(typeof zone === 'string' && zone ? [zone] : []), 'UTC', ...known]),
  ]
  return (
    <>
      <ChoiceField {...form.field('rhythm', 'push.cron')} required options={texts(rhythmTexts)} />
      {rhythm === 'monthly' && (
        <NumberField {...form.field('monthDay', 'push.monthDay')} required />
      )}
      {rhythm === 'cron' ? (
        <CodeField {...form.field('cron', 'push.cronLine')} required />
      ) : (
        <TimeField {...form.field('roundAt', 'push.roundAt')} required />
      )}
      <SearchField
        {...form.field('zone', 'push.zone')}
        options={zones}
        placeholder={own}
        nothingFound={t('kit.noMatch')}
      />
      {rhythm === 'weekly' && (
        <ChecksField {...form.field('weekdays', 'push.days')} options={texts(dayTexts)} />
      )}
      <Next form={form} />
    </>
  )
}

/** Times that are shown ahead. */
const shown = 3

/** When it would leave next, by the clock of its zone. */
function Next({ form }: FieldsProps) {
  const line = cronIn(form.values)
  const zone = zoneIn(form.values)
  const all = line === '' ? null : nextTimes(line, zone, mostRuns)
  const times = all?.slice(0, shown) ?? null
  const last = all?.[mostRuns - 1]
  return (
    <output className={`${classes.next} ${classes.wide}`}>
      {times === null && form.values['rhythm'] === 'cron' && t('push.cronHint')}
      {times?.length === 0 && t('push.cronNever')}
      {times && times.length > 0 && (
        <>
          {t('push.cronNext', { zone })}
          {times.map((time) => (
            <time key={time.toISOString()} dateTime={time.toISOString()}>
              {formatDateTimeIn(zone, time)}
            </time>
          ))}
          {last && (
            <span>
              {t('push.cronLast', {
                count: formatNumber(mostRuns),
                time: formatDateTimeIn(zone, last),
              })}
            </span>
          )}
        </>
      )}
    </output>
  )
}
