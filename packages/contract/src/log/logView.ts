import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { logLevels } from './logLevels.ts'
import { crashKinds } from './logText.ts'

/** Lines that one look at a log shows. */
export const mostLinesShown = 1000
/** Characters of a line that are shown; the rest of a longer one stays in the file. */
export const mostLineShown = 2000
/** Hits that one answer of a search holds. */
export const mostHits = 200
/** Crashes that are found in one log. */
export const mostCrashes = 200

/** Different values that one answer of a count holds. */
export const mostTallied = 1000

export const foundCrash = once(() =>
  z.object({
    /** Counted from 0. */
    line: z.int(),
    kind: z.enum(crashKinds),
    package: z.nullable(z.string()),
    title: z.string(),
  }),
)

const shownLine = once(() => z.object({ line: z.int(), text: z.string() }))

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const processNumber = () => z.string().check(z.regex(/^\d{1,10}$/))
const lineNumber = () => f.queryNumber().check(z.minimum(0), z.maximum(1_000_000_000))

/** Those that look through it from a line on, for a moment. */
const seekingCalls = (base: string, permission: string) => ({
  /**
   * Lines that hold a text or match a pattern (RE2), from a line on. It takes no longer than a moment:
   * where it has not come to the end, `next` is the line to go on from.
   */
  search: get(`${base}/search/{id}`, permission, () => ({
    ...withId(),
    query: z.strictObject({
      text: z._default(z.string().check(z.maxLength(200)), ''),
      /** The text is a regular expression. */
      pattern: z.optional(z.enum(['1'])),
      /** At least so grave. */
      level: z.optional(z.enum(logLevels)),
      /** Written by the process of this number. */
      process: z.optional(processNumber()),
      from: z._default(lineNumber(), 0),
    }),
    reply: z.object({
      hits: z.array(shownLine()),
      /** Null: all of it was looked through. */
      next: z.nullable(z.int()),
      total: z.int(),
    }),
  })),
  /**
   * In how many lines a pattern (RE2) finds what: by its first group, else by all that it finds. As with
   * a search, `next` is the line to go on from, and whoever goes on adds up.
   */
  tally: get(`${base}/tally/{id}`, permission, () => ({
    ...withId(),
    query: z.strictObject({
      text: z.string().check(z.minLength(1), z.maxLength(200)),
      level: z.optional(z.enum(logLevels)),
      process: z.optional(processNumber()),
      from: z._default(lineNumber(), 0),
    }),
    reply: z.object({
      counts: z.array(z.object({ value: z.string(), count: z.int() })),
      next: z.nullable(z.int()),
      total: z.int(),
    }),
  })),
})

/** The calls that look into a log without having all of it. */
export const logViewCalls = (base: string, permission: string) => ({
  /** Some lines, and how many there are. */
  view: get(`${base}/view/{id}`, permission, () => ({
    ...withId(),
    query: z.strictObject({
      from: z._default(lineNumber(), 0),
      count: z._default(f.queryNumber().check(z.minimum(1), z.maximum(mostLinesShown)), 200),
    }),
    reply: z.object({
      /** Lines of all of it. */
      total: z.int(),
      /** Bytes of all of it, unpacked. */
      bytes: z.int(),
      from: z.int(),
      lines: z.array(z.string()),
    }),
  })),
  /** The first line that was written at a time or later, in the clock of the log. */
  moment: get(`${base}/moment/{id}`, permission, () => ({
    ...withId(),
    /** `10:02`, `11-26 10:02` or a whole moment. */
    query: z.strictObject({ time: z.string().check(z.minLength(1), z.maxLength(40)) }),
    /** Null: none was, or the log tells no times. */
    reply: z.object({ line: z.nullable(z.int()) }),
  })),
  /** Crashes and hangs in it, in their order. */
  crashes: get(`${base}/crashes/{id}`, permission, () => ({
    ...withId(),
    reply: z.object({ list: z.array(foundCrash()) }),
  })),
  ...seekingCalls(base, permission),
})
