import { format } from 'node:util'
import { configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/**
 * Milliseconds until a wait gives up. Far from what any takes: a machine that others load is slow,
 * not wrong.
 */
const patience = 30_000
configure({ asyncUtilTimeout: patience })
const { waitFor } = vi
vi.waitFor = (callback) => waitFor(callback, { timeout: patience })

// What a page fetches for later may still be on its way when the last test has ended.
afterAll(() => vi.dynamicImportSettled())

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
