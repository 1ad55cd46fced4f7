import { Suspense } from 'react'
import { TextInput } from '../../ui/controls.ts'
import { whenIdle } from '../whenIdle.ts'
import { lazyPart } from './lazyPart.tsx'
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

/** The picker's look before its code is there. */
function Awaited({ label, placeholder, required = false, error }: PickerProps) {
  return (
    <TextInput
      label={label}
      {...(placeholder && { placeholder })}
      required={required}
      error={error}
      readOnly
    />
  )
}
