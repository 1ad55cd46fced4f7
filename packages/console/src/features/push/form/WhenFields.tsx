import type { TextKey } from '@muster/contract'
import { MomentField, TimeField } from '../../../kit/dates/fields.tsx'
import { formatDateTime } from '../../../platform/format.ts'
import { t, texts } from '../../../platform/texts.ts'
import { CheckField, ChoiceField, CodeField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import { nextTimes } from './cronNext.ts'
import { dayTexts } from './days.ts'
import classes from './form.module.css'
import type { When } from './pushValues.ts'
import type { PushFormHold } from './usePushForm.ts'

interface FieldsProps {
  readonly form: PushFormHold
}

const whenTexts: Readonly<Record<When, TextKey>> = {
  now: 'push.when.now',
  at: 'push.when.at',
  cron: 'push.when.cron',
}

/** When it begins, and the hours in which it leaves. */
export function WhenFields({ form }: FieldsProps) {
  const { when, hasHours } = form.values
  return (
    <>
      <ChoiceField {...form.field('when', 'push.startsAt')} required options={texts(whenTexts)} />
      {when === 'at' && <MomentField {...form.field('startsAt', 'push.when.at')} />}
      {when === 'cron' && <CronField form={form} />}
      <CheckField {...form.field('hasHours', 'push.hasHours')} />
      {hasHours === true && (
        <>
          <TimeField {...form.field('from', 'push.from')} required />
          <TimeField {...form.field('until', 'push.until')} required />
          <ChecksField {...form.field('days', 'push.days')} options={texts(dayTexts)} />
        </>
      )}
    </>
  )
}

/** Times that are shown ahead. */
const shown = 3

function CronField({ form }: FieldsProps) {
  const { cron } = form.values
  const times = typeof cron === 'string' && cron.trim() !== '' ? nextTimes(cron, shown) : null
  return (
    <div>
      <CodeField {...form.field('cron', 'push.cronLine')} required />
      <output className={classes.next}>
        {times === null && t('push.cronHint')}
        {times?.length === 0 && t('push.cronNever')}
        {times && times.length > 0 && (
          <>
            {t('push.cronNext')}
            {times.map((time) => (
              <time key={time.toISOString()} dateTime={time.toISOString()}>
                {formatDateTime(time)}
              </time>
            ))}
          </>
        )}
      </output>
    </div>
  )
}
