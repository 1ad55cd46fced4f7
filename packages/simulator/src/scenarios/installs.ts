import * as z from 'zod/mini'

/** In [0, 1]. */
export const probability = () => z.number().check(z.minimum(0), z.maximum(1))

/** From and to, in order. */
export const range = (highest: number) => {
  const bound = () => z.number().check(z.minimum(0), z.maximum(highest))
  const inOrder = z.refine<[number, number]>(([from, to]) => from <= to, 'from is above to')
  return z.tuple([bound(), bound()]).check(inOrder)
}

/** How a terminal fetches and installs applications. */
export const installs = z.strictObject({
  /** Kilobytes a second that its line takes. */
  kbps: range(10_000_000),
  /** Seconds between two reports of a download. */
  report: z.number().check(z.minimum(0.05), z.maximum(600)),
  /** A request: the line breaks in the middle. */
  breakOff: probability(),
  /** A part of a file: it arrives damaged. */
  corrupt: probability(),
  /** Seconds until the next request after one that failed: at first, doubled up to the second. */
  retry: range(3600),
  /** The disk is full of something else. */
  full: probability(),
  /** Seconds until it looks again whether it may install now. */
  look: range(3600),
  /** Each look: somebody is using it. */
  busy: probability(),
  /** Each time that it asks: its user says no. */
  declines: probability(),
  /** Milliseconds that an installation takes. */
  takes: range(600_000),
  /** The installation fails. */
  fails: probability(),
  /** What was installed does not start, and the version before comes back. */
  rollsBack: probability(),
})
export type Installs = z.output<typeof installs>
