import { createContext, use } from 'react'

/** What the screen or dialog around a list is called; names the list for those who cannot see it. */
export const ScreenLabel = createContext('')

/** The name of the screen or dialog around the calling part. */
export const useScreenLabel = () => use(ScreenLabel)
