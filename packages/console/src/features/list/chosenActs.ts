import { createContext, type ReactNode } from 'react'

/** What a screen can do to its chosen rows, beside what every list can. */
export const ChosenActs = createContext<ReactNode>(null)
