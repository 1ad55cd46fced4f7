import { Suspense } from 'react'
import { TextInput } from '../../ui/controls.ts'
import { t } from '../../platform/texts.ts'
import { usePicker } from './usePicker.ts'
import { whenIdle } from '../whenIdle.ts'
import { lazyPart } from '../lazyPart.tsx'
import type { PickerProps } from './PickerSelect.tsx'

// The list's rows come first: nobody has pointed at a picker before they are there.
const PickerSelect = lazyPart(async () => {
  await whenIdle()
  return (await import('./PickerSelect.tsx')).PickerSelect
})

/** Picks a record by name or code; a group with a tree shows it as one. */
export function RecordPicker(props: PickerProps) {
  return (
    <Suspense fallback={<Awaited {...props} />}>
      <PickerSelect {...props} />
    </Suspense>
  )
}

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
