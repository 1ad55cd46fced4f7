import { TextInput } from '../../ui/controls.ts'
import { t } from '../../platform/texts.ts'
import { usePicker } from './usePicker.ts'
import { whenIdle } from '../whenIdle.ts'
import { lazyPart } from '../../platform/lazyPart.tsx'
import type { PickerProps } from './PickerSelect.tsx'

/** The picker's look before its code is there; the record that is chosen is named already. */
function Awaited({ of, value, label, placeholder = '', required = false, error }: PickerProps) {
  const { chosen, isNaming } = usePicker(of, { value, keyword: '', isOpen: false })
  return (
    <TextInput
      label={label}
      value={chosen?.name ?? ''}
      placeholder={isNaming ? t('kit.loading') : value === null ? placeholder : ''}
      required={required}
      error={error}
      readOnly
    />
  )
}

/** Picks a record by name or code; a group with a tree shows it as one. */
export const RecordPicker = lazyPart(async () => {
  // The list's rows come first: nobody has pointed at a picker before they are there.
  await whenIdle()
  return (await import('./PickerSelect.tsx')).PickerSelect
}, Awaited)
