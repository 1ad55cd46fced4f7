import {
  type Call,
  exportOf,
  exportWishOf,
  fileTasks,
  logSpanDays,
  type ReportRhythm,
} from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readHeld } from '../../../access/heldRights.ts'
import { mayCall, type Principal } from '../../../access/principal.ts'
import type { Context, Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Route } from '../../../kit/serve.ts'
import type { DB } from '../../../platform/schema.ts'
import { translate } from '../../../platform/texts.ts'
import { mailTo } from '../../mail/index.ts'
import { queueExport } from '../../transfer/index.ts'
import { addressFor } from '../../user/customize/index.ts'
import { documents, queueDocument, wishAt } from './documents.ts'
import { fallDue } from './report.routes.ts'
import { latestRun, nextRun, runBefore, type Schedule } from './schedule.ts'

/** Reports and readers that one round takes up; the rest waits for the next. */
const atOnce = 50

/** Sends the reports that are due: each reader gets what he himself may see at that moment, or nothing. */
export const reportJobs = (pages: () => readonly Route[]): readonly Job[] => [
  every('* * * * *', 'report.send', (platform) => sendReports(platform, pages())),
  every('41 3 * * *', 'report.forget', async ({ pool }) => {
    await pool.query(`delete from report_run where at < now() - interval '400 days'`)
  }),
]

/** One round: what is due, what is to be made, what is ready. */
async function sendReports(platform: Platform, pages: readonly Route[]): Promise<void> {
  const wanted = wantedOf(pages)
  await fallAllDue(platform)
  await makeFiles(platform, wanted)
  await sendFiles(platform, wanted)
}

/** What a report sends: what its reader must be allowed, first of all the call that is asked, and how it is made. */
interface Wanted {
  readonly rights: readonly Call[]
  readonly order: (
    reader: Context,
    wish: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly fileId: string }>
}

/** Lists and documents by their paths. */
const wantedOf = (pages: readonly Route[]): ReadonlyMap<string, Wanted> =>
  new Map<string, Wanted>([
    ...pages.map(({ call }): [string, Wanted] => [
      call.path,
      {
        rights: [exportOf(call)],
        order: (reader, wish) => queueExport(call, exportWishOf(wish), reader),
      },
    ]),
    ...documents.map(({ call, rights }): [string, Wanted] => [
      call.path,
      { rights, order: (reader, wish) => queueDocument(reader, call, wish) },
    ]),
  ])

interface Due extends Schedule {
  readonly id: string
  readonly nextAt: Date
  readonly toldUntil: Date | null
}

/** A report that was due while nobody worked comes once, about all that time. */
async function fallAllDue({ db, now }: Platform): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<Due>`select id, rhythm, weekday, month_day, clock, time_zone, next_at, told_until
      from report where status = 1 and next_at <= now() order by next_at
      limit ${atOnce} for update skip locked`.execute(trx)
    for (const report of rows) {
      const due = new Date(report.nextAt).getTime()
      const to = latestRun(report, due, now().getTime())
      // Its schedule may have been another one when it was last told.
      const told = report.toldUntil ? new Date(report.toldUntil).getTime() : runBefore(report, due)
      // No list shows more of a log at once.
      const from = Math.max(told, to - logSpanDays * 86_400_000)
      await fallDue({ db: trx }, { id: report.id, from, to })
      // By a clock that is behind the database's it would be due again and again.
      const next = new Date(nextRun(report, Math.max(to, now().getTime()))).toISOString()
      await sql`update report set next_at = ${next}, told_until = ${new Date(to).toISOString()}
        where id = ${report.id}`.execute(trx)
    }
  })
}

interface Run {
  readonly id: string
  readonly reportId: string
  readonly name: string
  readonly path: string
  readonly wish: Readonly<Record<string, unknown>>
  readonly rhythm: ReportRhythm
  readonly fromAt: string
  readonly toAt: string
  readonly userId: string
  readonly userName: string
  readonly orgId: string
  readonly email: string | null
  readonly language: string | null
  readonly timeZone: string | null
  readonly isUsable: boolean
  readonly fileState: string | null
  readonly rows: number | null
}

const runs = sql`select run.id, run.report_id, report.name, report.path, report.wish, report.rhythm,
    run.from_at, run.to_at, run.user_id, account.user_name, account.org_id, account.email,
    account.language, account.time_zone, is_usable(account) as is_usable, file.state as file_state, file.rows
  from report_run run join report on report.id = run.report_id
    join app_user account on account.id = run.user_id
    left join file_task file on file.id = run.file_id`

/** Asks for each reader's file in his own name: the task runs with his rights, and the file is his. */
const makeFiles = (platform: Platform, wanted: ReadonlyMap<string, Wanted>): Promise<void> =>
  eachRun(platform, sql`run.state = 'DUE'`, (ctx, run) => makeFile(ctx, run, wanted.get(run.path)))

/**
 * Takes runs one by one, each in a transaction of its own. One that cannot be taken on has failed: it keeps
 * no other reader from his file.
 */
async function eachRun(
  platform: Platform,
  which: RawBuilder<unknown>,
  take: (ctx: Making, run: Run) => Promise<void>,
): Promise<void> {
  for (let turn = 0; turn < atOnce; turn++) {
    const told: (() => void)[] = []
    const at: { id?: string } = {}
    try {
      await platform.db.transaction().execute(async (trx) => {
        const { rows } = await sql<Run>`${runs} where ${which} order by run.id limit 1
          for update of run skip locked`.execute(trx)
        const [run] = rows
        if (!run) return
        at.id = run.id
        await take(contextOf(platform, { trx, told }), run)
      })
    } catch (error) {
      // Without a run in hand it is the database that fails.
      if (at.id === undefined) throw error
      platform.log.error({ err: error, run: at.id }, 'a report could not be sent')
      await setRun(platform.db, at.id, { state: 'FAILED', fileId: null })
      continue
    }
    for (const tell of told) tell()
    if (at.id === undefined) return
  }
}

type Making = Omit<Context, 'principal' | 'language'>

async function makeFile(ctx: Making, run: Run, wanted: Wanted | undefined): Promise<void> {
  const principal = await readerOf(ctx.db, run, wanted)
  if (!wanted || !principal) return setRun(ctx.db, run.id, { state: 'NO_RIGHT', fileId: null })
  if (!run.email) return setRun(ctx.db, run.id, { state: 'NO_ADDRESS', fileId: null })
  const reader = { ...ctx, principal, language: run.language ?? 'en' }
  const [call] = wanted.rights
  const wish =
    call && wishAt(call, inZone(run), { from: Date.parse(run.fromAt), to: Date.parse(run.toAt) })
  const fileId = wish ? await orderedBy(reader, wanted, wish) : null
  await setRun(ctx.db, run.id, { state: fileId === null ? 'FAILED' : 'MAKING', fileId })
}

/** Moments stand in the reader's own zone, where he has named one. */
const inZone = ({ wish, timeZone }: Run): Readonly<Record<string, unknown>> =>
  timeZone === null ? wish : { ...wish, timeZone }

/** Null: the reader is refused the file, for instance because he has too many; the others get theirs. */
async function orderedBy(
  reader: Context,
  { order }: Wanted,
  wish: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  try {
    return (await order(reader, wish)).fileId
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** It is his to take away, and so are files. */
const mayRead = (principal: Principal, rights: readonly Call[]): boolean =>
  [...rights, fileTasks.page, fileTasks.download].every(({ permission }) =>
    mayCall(principal, permission),
  )

/** The reader with what he may do and see now; null: he may not sign in, or not read it. */
async function readerOf(
  db: Kysely<DB>,
  { userId, userName, orgId, isUsable }: Run,
  wanted: Wanted | undefined,
): Promise<Principal | null> {
  const rights = isUsable ? await readHeld(db, { kind: 'user', id: userId }) : null
  if (!rights || !wanted) return null
  const who = { kind: 'user', userId, userName, orgId, sessionId: '' } as const
  const reader = { ...who, ...rights, mustChangePassword: false, mustBindFactor: false }
  return mayRead(reader, wanted.rights) ? reader : null
}

interface RunChange {
  readonly state: 'MAKING' | 'FAILED' | 'NO_RIGHT' | 'NO_ADDRESS'
  readonly fileId: string | null
}

async function setRun(db: Kysely<DB>, id: string, { state, fileId }: RunChange): Promise<void> {
  await sql`update report_run set state = ${state}, file_id = ${fileId} where id = ${id}`.execute(
    db,
  )
}

/** Mails readers whose file is ready where it lies. */
const sendFiles = (platform: Platform, wanted: ReadonlyMap<string, Wanted>): Promise<void> =>
  eachRun(
    platform,
    sql`run.state = 'MAKING' and (file.id is null or file.state in ('READY', 'FAILED', 'EXPIRED'))`,
    async (ctx, run) => {
      // His right or his account may have ended while it was made.
      const isReader = (await readerOf(ctx.db, run, wanted.get(run.path))) !== null
      const to = run.fileState === 'READY' && isReader ? run.email : null
      if (to !== null) await mailReader(ctx, run, to)
      const state = isReader ? (to === null ? 'FAILED' : 'SENT') : 'NO_RIGHT'
      await sql`update report_run set state = ${state}, rows = ${run.rows}
        where id = ${run.id}`.execute(ctx.db)
    },
  )

async function mailReader(ctx: Making, run: Run, to: string): Promise<void> {
  const { env } = ctx.platform
  const language = run.language ?? 'en'
  const address =
    (await addressFor({ db: ctx.db, env }, run.orgId)) ?? `http://localhost:${env.port}`
  await mailTo(ctx, {
    to,
    template: 'REPORT',
    language,
    orgId: run.orgId,
    values: {
      title: run.name,
      text: mailText(run, language, `${address}/#/statistics/report?stop=${run.reportId}`),
      link: `${address}/#/system/file`,
    },
  })
}

/** A document has no rows to count. */
const mailText = ({ rows }: Run, language: string, stop: string): string =>
  rows === null
    ? translate(language, 'report.mailDocument', { stop })
    : translate(language, 'report.mail', { count: rows, stop })

interface Within {
  readonly trx: Kysely<DB>
  /** What is told once it is written. */
  readonly told: (() => void)[]
}

const contextOf = (platform: Platform, { trx, told }: Within): Making => ({
  db: trx,
  platform,
  ip: '',
  userAgent: '',
  host: '',
  cookies: { get: () => null, set: () => undefined },
  now: platform.now,
  changed: (path, ids, orgIds = []) =>
    void told.push(() => platform.live.changed({ path, ids, orgIds })),
  ring: (kind) => void told.push(() => platform.live.ring(kind)),
  note: () => undefined,
})
