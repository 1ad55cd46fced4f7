import { useDebouncedValue } from '@mantine/hooks'

/** Milliseconds without a key before a search goes out. */
export const searchDelay = 250

/** What is typed, as soon as the typing rests. */
export const useDebounced = (typed: string): string => useDebouncedValue(typed, searchDelay)[0]

/** Whether a value has stayed as it is for so many milliseconds. */
export const useRest = (value: unknown, milliseconds: number): boolean =>
  useDebouncedValue(value, milliseconds)[0] === value
