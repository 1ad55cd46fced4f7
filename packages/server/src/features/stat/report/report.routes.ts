import { codes, exportOf, exportWishOf, type ParsedOf, reports } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { type Feature, type Route, serve } from '../../../kit/serve.ts'
import { requireShown } from '../../transfer/index.ts'
import { isTimezone } from '../../timezone/timezone/index.ts'
import { documents, wishAt } from './documents.ts'
import { lockReport, reportPage, reportScope, runsOf } from './report.queries.ts'
import { readersFor, requireReaders } from './readers.ts'
import { nextRun, type Schedule, spanStart } from './schedule.ts'

type NewReport = ParsedOf<typeof reports.add>['body']

/** Lists and documents that people are sent as files; `pages` are the lists that can be exported. */
export const reportRoutes = (pages: () => readonly Route[]): Feature =>
  serve(reports, reportScope, {
    page: ({ query }, ctx) => reportPage(ctx, query),
    readerList: ({ query }, ctx) => readersFor(ctx, query),
    add: ({ body }, ctx) => addReport(ctx, body, pages()),
    update: ({ body }, ctx) => updateReport(ctx, body),
    remove: async ({ params: { id } }, ctx) => {
      await named(ctx, id)
      await sql`delete from report where id = ${id}`.execute(ctx.db)
      return { count: 1 }
    },
    setStatus: async ({ params: { id, status } }, ctx) => {
      const nextAt = dueAfter(ctx, await named(ctx, id))
      await sql`update report set status = ${Number(status)}, next_at = ${nextAt}, version = version + 1,
        told_until = ${stillTold(ctx)}, updated_at = now(), updated_by = ${ctx.principal.userId} where id = ${id}`.execute(
        ctx.db,
      )
      return { count: 1 }
    },
    run: async ({ params: { id } }, ctx) => {
      const { rhythm } = await named(ctx, id)
      await requireAtRest(ctx, id)
      const to = ctx.now().getTime()
      return { count: await fallDue(ctx, { id, from: spanStart(rhythm, to), to }) }
    },
    runs: async ({ params: { id } }, ctx) => ({ list: await runsOf(ctx, id) }),
    stop: async ({ params: { id } }, ctx) => {
      const { numAffectedRows = 0n } = await sql`update report_reader set stopped_at = now()
        where report_id = ${id} and user_id = ${ctx.principal.userId}`.execute(ctx.db)
      if (numAffectedRows === 0n) throw notFound()
      return { count: 1 }
    },
  })

/** What was due while it rested is told to nobody any more. */
const stillTold = ({ now }: Context) =>
  sql`case when status = 1 or next_at > ${now().toISOString()} then told_until end`

/** A report that the caller may change; the log calls it by its name. */
async function named(ctx: Context, id: string) {
  const found = await lockReport(ctx, id)
  ctx.note({ targetIds: [id], about: { name: found.name } })
  return found
}

/** Whoever presses twice mails nobody twice. */
async function requireAtRest({ db }: Context, id: string): Promise<void> {
  const { rows } = await sql`select from report_run
    where report_id = ${id} and state in ('DUE', 'MAKING') limit 1`.execute(db)
  if (rows.length > 0) throw new Refusal(codes.wrongState, 'report.underWay')
}

/** Each reader's file is made by the worker, under that reader's rights. */
export async function fallDue(
  { db }: Pick<Context, 'db'>,
  { id, from, to }: { readonly id: string; readonly from: number; readonly to: number },
): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`insert into report_run (report_id, user_id, from_at, to_at)
    select report_id, user_id, to_timestamp(${from / 1000}), to_timestamp(${to / 1000})
    from report_reader where report_id = ${id} and stopped_at is null`.execute(db)
  return Number(numAffectedRows)
}

async function addReport(
  ctx: Context,
  body: NewReport,
  pages: readonly Route[],
): Promise<{ id: string }> {
  const wish = requireWish(ctx, body, pages)
  await requireReaders(ctx, { ids: body.readerIds, reportId: null })
  const { rows } = await sql<{
    id: string
  }>`insert into report (name, path, wish, rhythm, weekday, month_day,
      clock, time_zone, org_id, next_at, created_by)
    values (${body.name}, ${body.path}, ${JSON.stringify(wish)}, ${body.rhythm}, ${body.weekday},
      ${body.monthDay}, ${body.clock}, ${body.timeZone}, ${ctx.principal.orgId},
      ${dueAfter(ctx, body)}, ${ctx.principal.userId}) returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? ''
  await putReaders(ctx, id, body.readerIds)
  ctx.note({ targetIds: [id], about: { name: body.name } })
  return { id }
}

/** What is wished of a list or a document that the caller may take away, as it can be asked. */
function requireWish(
  { principal, now }: Context,
  { path, wish }: Pick<NewReport, 'path' | 'wish'>,
  pages: readonly Route[],
): NewReport['wish'] {
  const page = pages.find(({ call }) => call.path === path)
  const document = documents.find(({ call }) => call.path === path)
  const rights = page ? [exportOf(page.call)] : (document?.rights ?? [])
  const [call] = rights
  if (!call) throw fieldRefusal('path', 'rule.unknownRecord')
  // Whoever may not take a list away sends it to nobody.
  const lacking = rights.find(({ permission }) => !mayCall(principal, permission))
  if (lacking) {
    const { permission } = lacking
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
  }
  const to = now().getTime()
  const wanted = wishAt(call, wish, { from: spanStart('DAILY', to), to })
  if (!wanted) throw fieldRefusal('wish', 'rule.choice')
  if (page) requireShown(page, exportWishOf(wanted))
  const { format, timeZone } = z.object(looks).parse(wanted)
  if (!isTimezone(timeZone)) throw fieldRefusal('wish', 'rule.timezone')
  // What a document is made as where nothing was said.
  return { ...wish, format }
}

/** What every list and every document is asked with. */
const looks = { format: z.string(), timeZone: z.string() }

async function updateReport(
  ctx: Context,
  body: ParsedOf<typeof reports.update>['body'],
): Promise<{ count: number }> {
  await named(ctx, body.id)
  await requireReaders(ctx, { ids: body.readerIds, reportId: body.id })
  const { numAffectedRows } =
    await sql`update report set name = ${body.name}, rhythm = ${body.rhythm},
      weekday = ${body.weekday}, month_day = ${body.monthDay}, clock = ${body.clock},
      time_zone = ${body.timeZone}, next_at = ${dueAfter(ctx, body)}, told_until = ${stillTold(ctx)}, version = version + 1,
      updated_at = now(), updated_by = ${ctx.principal.userId}
    where id = ${body.id} and version = ${body.version}`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new Refusal(codes.versionConflict, 'refusal.versionConflict')
  await putReaders(ctx, body.id, body.readerIds)
  return { count: 1 }
}

function dueAfter(ctx: Context, schedule: Schedule): string {
  if (!isTimezone(schedule.timeZone)) throw fieldRefusal('timeZone', 'rule.timezone')
  return new Date(nextRun(schedule, ctx.now().getTime())).toISOString()
}

/** Who has stopped it stays as he is: nobody turns it on again for him. */
async function putReaders({ db }: Context, id: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  await sql`delete from report_reader where report_id = ${id}
    and not user_id = any(${wanted}::uuid[])`.execute(db)
  await sql`insert into report_reader (report_id, user_id)
    select ${id}::uuid, unnest(${wanted}::uuid[]) on conflict do nothing`.execute(db)
}
