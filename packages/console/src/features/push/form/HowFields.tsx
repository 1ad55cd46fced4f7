import type { TextKey } from '@muster/contract'
import { t, texts } from '../../../platform/texts.ts'
import { CheckField, ChoiceField, NumberField } from '../../../ui/form/fields.tsx'
import type { PushFormHold } from './usePushForm.ts'

/** Seconds for which a task may be worth delivering. */
const worthTexts: Readonly<Record<string, TextKey>> = {
  '600': 'device.wait.600',
  '3600': 'device.wait.3600',
  '86400': 'device.wait.86400',
  '604800': 'device.wait.604800',
  '2592000': 'push.wait.2592000',
}

/** How it is carried out. */
export function HowFields({ form }: { readonly form: PushFormHold }) {
  return (
    <>
      <ChoiceField
        {...form.field('ttlSeconds', 'push.worthFor')}
        options={texts(worthTexts)}
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
