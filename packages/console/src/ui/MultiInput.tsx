import { MultiSelect as LibraryMultiSelect, type MultiSelectProps } from '@mantine/core'
import { useNamedList } from './useNamedList.ts'

/** The UI library's fields for several values, for parts that are loaded when they are opened. */
export { TagsInput } from '@mantine/core'

/** A field with a list to choose several from. */
export function MultiSelect(props: MultiSelectProps) {
  'use no memo' // What it passes on stays the same when it draws again.
  return <LibraryMultiSelect {...props} onDropdownOpen={useNamedList(props.onDropdownOpen)} />
}
