/** The UI library's list to choose from, for parts that are loaded when they are opened. */
export { Combobox, useCombobox } from '@mantine/core'
