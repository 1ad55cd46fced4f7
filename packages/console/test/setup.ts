import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

/** What jsdom lacks and no browser does: the element `search`, and a layout to find the focus in. */
const known = /The tag <search> is unrecognized|use-focus-trap/

/** React's word that a browser would build another tree than this one. */
const misplaced = /cannot be a (?:descendant|child) of|cannot contain a/

const { error, warn } = console
let faults: string[]

beforeEach(() => {
  faults = []
  vi.spyOn(console, 'warn').mockImplementation((...told: unknown[]) => {
    if (!known.test(String(told[0]))) warn(...told)
  })
  vi.spyOn(console, 'error').mockImplementation((...told: unknown[]) => {
    const text = format(...told)
    if (misplaced.test(text)) faults.push(text)
    if (!known.test(text)) error(...told)
  })
})
afterEach(() => {
  if (faults[0]) throw new Error(faults[0])
})
