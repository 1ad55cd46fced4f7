import * as z from 'zod/mini'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'

/** The path that the calls of reports share. */
export const reportsPath = '/admin/stat/v1/report'

export const reportRhythms = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

/** People that one report goes to at most. */
export const mostReportReaders = 50

/** When it comes: at a time of the day in a zone; of a week or a month on a day of it. */
const schedule = once(() => ({
  rhythm: z._default(z.enum(reportRhythms), 'WEEKLY'),
  /** 1: Monday. */
  weekday: z._default(z.int().check(z.minimum(1), z.maximum(7)), 1),
  monthDay: z._default(z.int().check(z.minimum(1), z.maximum(28)), 1),
  clock: z._default(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)), '07:00'),
  timeZone: f.text(64).check(z.minLength(1)),
}))

const fields = once(() => ({
  name: f.title(),
  ...schedule(),
  readerIds: z.array(f.id()).check(z.minLength(1), z.maxLength(mostReportReaders)),
}))

/** What became of a report for one reader. */
export const reportRunStates = [
  'DUE',
  'MAKING',
  'SENT',
  'NO_RIGHT',
  'NO_ADDRESS',
  'FAILED',
] as const
export type ReportRunState = (typeof reportRunStates)[number]

const report = once(() =>
  z.object({
    id: f.id(),
    version: z.int(),
    name: z.string(),
    ...schedule(),
    status: f.status(),
    format: z.enum(['csv', 'xlsx', 'pdf', 'zip']),
    /** The list that it shows, by the path of its page call; or the document. */
    path: z.string(),
    orgName: z.string(),
    nextAt: f.moment(),
    createdBy: z.nullable(z.string()),
    readers: z.array(z.object({ id: f.id(), name: z.string(), isStopped: z.boolean() })),
    /** The caller is one of them, and has not stopped it. */
    isMine: z.boolean(),
    /** The caller may change it. */
    isOwn: z.boolean(),
    lastAt: z.nullable(f.moment()),
    lastState: z.nullable(z.enum(reportRunStates)),
  }),
)
export type Report = z.output<ReturnType<typeof report>>

const run = once(() =>
  z.object({
    id: f.id(),
    at: f.moment(),
    userName: z.string(),
    from: f.moment(),
    to: f.moment(),
    state: z.enum(reportRunStates),
    rows: z.nullable(z.int()),
  }),
)
export type ReportRun = z.output<ReturnType<typeof run>>

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const affected = once(() => z.object({ count: z.int() }))

/** Lists and documents that people are sent as a file, each cut to what its reader sees then. */
export const reports = {
  page: get(`${reportsPath}/page`, 'REPORT_LIST', () => ({
    query: pageQuery(z.object({ rhythm: z.optional(z.enum(reportRhythms)) })),
    reply: pageOf(report()),
  })),
  /** People that a report may go to: whom the caller sees, each without a mail address named as such. */
  readerList: get(`${reportsPath}/reader/list`, 'USER_LIST', () => ({
    query: z.strictObject({ keyword: z.optional(z.string()), id: z.optional(f.id()) }),
    reply: z.array(z.object({ id: f.id(), name: z.string(), code: z.nullable(z.string()) })),
  })),
  add: post(`${reportsPath}/add`, 'REPORT_ADD', () => ({
    body: z.strictObject({
      ...fields(),
      path: f.text(128).check(z.minLength(1)),
      /** What the list's export would be asked for now. */
      wish: z.record(z.string(), z.string().check(z.maxLength(8192))),
    }),
    reply: z.object({ id: f.id() }),
  })),
  update: put(`${reportsPath}/update`, 'REPORT_EDIT', () => ({
    body: z.strictObject({ ...fields(), id: f.id(), version: z.int() }),
    reply: affected(),
  })),
  remove: del(`${reportsPath}/delete/{id}`, 'REPORT_DELETE', () => ({
    ...withId(),
    reply: affected(),
  })),
  setStatus: put(`${reportsPath}/status/{id}/{status}`, 'REPORT_EDIT', () => ({
    params: z.strictObject({ id: f.id(), status: z.enum(['0', '1']) }),
    reply: affected(),
  })),
  /** Sends it now, beside its schedule. */
  run: put(`${reportsPath}/run/{id}`, 'REPORT_RUN', () => ({ ...withId(), reply: affected() })),
  /** What its readers were sent, the latest first. */
  runs: get(`${reportsPath}/runs/{id}`, 'REPORT_LIST', () => ({
    ...withId(),
    reply: z.object({ list: z.array(run()) }),
  })),
  /** The caller wants it no more. */
  stop: put(`${reportsPath}/stop/{id}`, 'signedIn', () => ({ ...withId(), reply: affected() })),
}
