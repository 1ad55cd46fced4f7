/** The UI library's fields for several values, for parts that are loaded when they are opened. */
export { MultiSelect, TagsInput } from '@mantine/core'
