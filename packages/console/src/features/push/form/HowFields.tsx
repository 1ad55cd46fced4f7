import type { TextKey } from '@muster/contract'
import { t, texts } from '../../../platform/texts.ts'
import { CheckField, ChoiceField, NumberField, TextField } from '../../../ui/form/fields.tsx'
import type { PushFormHold } from './usePushForm.ts'

/** Seconds for which a task may be worth delivering. */
const worthTexts: Readonly<Record<string, TextKey>> = {
  '600': 'device.wait.600',
  '3600': 'device.wait.3600',
  '86400': 'device.wait.86400',
  '604800': 'device.wait.604800',
  '2592000': 'push.wait.2592000',
}

/** A task that is changed keeps what it has: where that is none of the choices, nothing is chosen. */
function worthOf({ field, edits }: PushFormHold) {
  const options = texts(worthTexts)
  const now = field('ttlSeconds', 'push.worthFor').value
  if (!edits || typeof now !== 'string' || now === '' || now in options) return options
  return { ...options, [now]: t('push.asBefore') }
}

/** How it is carried out. */
export function HowFields({ form }: { readonly form: PushFormHold }) {
  return (
    <>
      {/* What is wanted has its own where it is new; a message is called by its heading. */}
      {form.edits && form.values['cmd'] !== 'MESSAGE' && (
        <TextField {...form.field('title', 'push.name')} />
      )}
      <ChoiceField
        {...form.field('ttlSeconds', 'push.worthFor')}
        options={worthOf(form)}
        required={form.edits !== null}
        none={t('push.usual')}
      />
      <NumberField {...form.field('retries', 'push.retries')} hint={t('push.retriesHint')} />
      <NumberField {...form.field('priority', 'push.priority')} hint={t('push.priorityHint')} />
      <NumberField {...form.field('ratePerMinute', 'push.rate')} hint={t('push.rateHint')} />
      <CheckField {...form.field('needOnline', 'push.needOnline')} />
      <CheckField {...form.field('notify', 'push.notify')} />
    </>
  )
}
