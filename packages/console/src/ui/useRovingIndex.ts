/** One stop of the Tab key for many parts; arrows lead from one to the next. */
export { useRovingIndex } from '@mantine/hooks'
