import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'

interface LockedFieldProps {
  readonly label: TextKey
  readonly value: string | null
  /** Why it cannot be changed now. */
  readonly why: TextKey
}

/** A field that the terminal's state has locked: shown, with the reason, but not editable. */
export function LockedField({ label, value, why }: LockedFieldProps) {
  return (
    <TextInput
      label={t(label)}
      value={value ?? ''}
      description={t(why)}
      dir="ltr"
      readOnly
      disabled
    />
  )
}
