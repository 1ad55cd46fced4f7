import type { TextKey } from '@muster/contract'
import { MomentField } from '../../../kit/dates/fields.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import { logTexts } from '../../device/index.ts'

interface PullFieldsProps {
  readonly field: (name: string, label: TextKey) => FieldHold
}

/** Which logs, and of what time. */
export const PullFields = ({ field }: PullFieldsProps) => (
  <>
    <ChecksField {...field('types', 'device.arg.types')} required options={texts(logTexts)} />
    <MomentField {...field('since', 'logFile.from')} />
    <MomentField {...field('before', 'logFile.to')} />
    <NumberField {...field('maxMB', 'device.arg.maxMB')} required hint={t('logFile.maxHint')} />
  </>
)
