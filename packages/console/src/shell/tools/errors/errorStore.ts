import { create } from 'zustand'

/** An error that nobody caught. */
export interface LoggedError {
  /** Short enough to be read out on the phone. */
  readonly id: string
  readonly at: string
  /** What went wrong. */
  readonly err: string
  /** Where in the console. */
  readonly url: string
  readonly stack: string
  /** How often it came. */
  readonly times: number
}

/** What has gone wrong since the console was loaded, the newest first. */
export const useErrorLog = create<{ readonly list: readonly LoggedError[] }>()(() => ({ list: [] }))

export const clearErrors = () => useErrorLog.setState({ list: [] })
