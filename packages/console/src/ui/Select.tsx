import { Select as LibrarySelect, type SelectProps } from '@mantine/core'
import { useNamedList } from './useNamedList.ts'

/** A field with a list to choose one from. */
export function Select(props: SelectProps) {
  'use no memo' // What it passes on stays the same when it draws again.
  return <LibrarySelect {...props} onDropdownOpen={useNamedList(props.onDropdownOpen)} />
}
