import { Suspense } from 'react'
import { TextInput } from '../../ui/controls.ts'
import { lazyPart } from './lazyPart.tsx'
import type { PickerProps } from './PickerSelect.tsx'

const PickerSelect = lazyPart(() => import('./PickerSelect.tsx').then((file) => file.PickerSelect))

/** Picks a record by name or code; a group with a tree shows it as one. */
export function RecordPicker(props: PickerProps) {
  return (
    <Suspense fallback={<TextInput label={props.label} readOnly />}>
      <PickerSelect {...props} />
    </Suspense>
  )
}
