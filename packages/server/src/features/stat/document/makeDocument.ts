import type { TextKey } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { nameableApps } from '../../app/index.ts'
import { modelScope, vendorScope } from '../../device/index.ts'
import { isTimezone, wallTimeAt } from '../../timezone/timezone/index.ts'
import { mediaTypes } from '../../transfer/index.ts'
import type { FigurePage } from './figures.ts'
import { nothing, type Words, wordsIn } from './words.ts'
import { writeBook } from './writeBook.ts'

/** What every document of figures may be asked with, beside what is its page's own. */
interface Asked {
  readonly format: 'pdf' | 'xlsx'
  readonly timeZone: string
  readonly orgId?: string | undefined
  readonly vendorId?: string | undefined
  readonly modelId?: string | undefined
  readonly appId?: string | undefined
  readonly days?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A page of figures as a file, in the caller's language and zone, of what he sees. */
export async function makeDocument<Q extends Asked>(
  ctx: Context,
  page: FigurePage<Q>,
  query: Q,
): Promise<FileAnswer> {
  const { format, timeZone } = query
  if (!isTimezone(timeZone)) throw fieldRefusal('timeZone', 'rule.timezone')
  const words = wordsIn(ctx.language, timeZone)
  const tables = await page.tables(ctx, query, words)
  const isSpanned = query.days !== undefined || query.from !== undefined || query.to !== undefined
  const told = isSpanned ? query : { ...query, days: page.usualDays }
  const figures = { title: words.t(page.title), facts: await factsOf(ctx, told, words), tables }
  // What draws pages is read when somebody wants some.
  const write = format === 'pdf' ? (await import('./writePdf.ts')).writePdf : writeBook
  const content = await write(figures, words)
  const day = new Date(wallTimeAt(timeZone, ctx.now().getTime())).toISOString().slice(0, 10)
  const mediaType = format === 'pdf' ? 'application/pdf' : mediaTypes.xlsx
  return new FileAnswer(`${page.name}-${day}.${format}`, mediaType, content)
}

interface Named {
  readonly label: TextKey
  readonly member: 'orgId' | 'vendorId' | 'modelId' | 'appId'
  readonly table: 'organization' | 'vendor' | 'model' | 'app'
  readonly isSeen: (ctx: Context) => RawBuilder<SqlBool>
}

const placeScope = organizationsBy('id')

const named: readonly Named[] = [
  {
    label: 'device.organization',
    member: 'orgId',
    table: 'organization',
    isSeen: ({ principal }) => placeScope.rows(principal),
  },
  {
    label: 'device.vendor',
    member: 'vendorId',
    table: 'vendor',
    isSeen: ({ principal }) => vendorScope.rows(principal),
  },
  {
    label: 'device.model',
    member: 'modelId',
    table: 'model',
    isSeen: ({ principal }) => modelScope.rows(principal),
  },
  {
    label: 'appStat.app',
    member: 'appId',
    table: 'app',
    isSeen: ({ principal }) => nameableApps.rows(principal),
  },
]

/** When it was made and what it is cut to, as its reader reads it. */
async function factsOf(ctx: Context, query: Asked, words: Words): Promise<readonly string[]> {
  const { t, moment, timeZone } = words
  const facts = [t('report.asOf', { time: moment(ctx.now()), zone: timeZone })]
  for (const { label, member, table, isSeen } of named) {
    const id = query[member]
    if (id === undefined) continue
    const name = await nameOf(ctx, { id, table, isSeen: isSeen(ctx) })
    facts.push(t('report.fact', { name: t(label), value: name ?? nothing }))
  }
  const span = spanText(query, words)
  return span === null ? facts : [...facts, span]
}

/** Null: he may not know what it is called. */
async function nameOf(
  { db }: Context,
  { id, table, isSeen }: { id: string; table: string; isSeen: RawBuilder<SqlBool> },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} as named
    where id = ${id} and ${isSeen}`.execute(db)
  return rows[0]?.name ?? null
}

function spanText({ days, from, to }: Asked, { t, day, moment }: Words): string | null {
  if (days !== undefined) return t('report.lastDays', { count: days })
  if (from === undefined || to === undefined) return null
  const shown = (at: string) => (at.length === 10 ? day(at) : moment(at))
  return t('report.span', { from: shown(from), to: shown(to) })
}
