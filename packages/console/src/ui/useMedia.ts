import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as a media query says, now and whenever that changes. */
export const useMedia = (query: string): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false })
