import type { TextKey } from '@muster/contract'
import { MomentField, TimeField } from '../../../kit/dates/fields.tsx'
import { texts } from '../../../platform/texts.ts'
import { CheckField, ChoiceField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import { dayTexts } from './days.ts'
import type { When } from './pushValues.ts'
import { RoundFields } from './RoundFields.tsx'
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
      {when === 'cron' && <RoundFields form={form} />}
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
