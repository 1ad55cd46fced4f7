/** The UI library's popover, for parts that are loaded when they are opened. */
export { Popover } from '@mantine/core'
