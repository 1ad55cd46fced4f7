import * as z from 'zod/mini'
import { type Call, download, get } from './call.ts'
import { exportRight } from './listRights.ts'
import { once } from './once.ts'

const exportFormats = ['csv', 'xlsx'] as const
type ExportFormat = (typeof exportFormats)[number]

const short = () => z.string().check(z.maxLength(64))

/**
 * What a file says for the values of a column: a text key whose `{places}` are members of the row
 * (`user.state.{state}`), or a text key for each value, `''` for none and `*` for all others (it may
 * name its `{value}`). What has no text stays as it is. `told.alarm` and `told.log.{code}.{otherOrgName}`
 * stand for the sentences of what was told with an alarm, or with an entry of a terminal's log.
 */
const words = once(() =>
  z.union([
    short(),
    z.record(short(), short()).check(z.refine((keys) => Object.keys(keys).length <= 40)),
  ]),
)
export type ColumnWords = z.output<ReturnType<typeof words>>

/** Columns of an exported file, in their order: the row's member, the heading above it, the words of its values. */
const columns = once(() =>
  z
    .array(z.tuple([short(), z.string().check(z.maxLength(128)), z.optional(words())]))
    .check(z.minLength(1), z.maxLength(64)),
)

/** In a query string the columns travel as JSON. */
const columnsText = once(() =>
  z.pipe(
    z.string().check(z.maxLength(8192)),
    z.transform((text: string, ctx) => {
      const parsed = columns().safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      ctx.issues.push({ code: 'custom', message: 'columns', input: text })
      return z.NEVER
    }),
  ),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const asked = once(() => ({
  format: z._default(z.enum(exportFormats), 'csv'),
  columns: columnsText(),
  /** The zone that moments stand in, by its IANA name; their headings say it. */
  timeZone: z._default(short(), 'UTC'),
}))

/** What a file shall look like, and the list's own query without its paging. */
export interface ExportWish {
  readonly format: ExportFormat
  readonly columns: readonly (readonly [
    member: string,
    heading: string,
    words?: ColumnWords | undefined,
  ])[]
  readonly timeZone: string
  readonly query: Readonly<Record<string, unknown>>
}

const wish = once(() =>
  z.object({
    format: z.enum(exportFormats),
    columns: z.readonly(columns()),
    // One that was queued by an older version names no zone.
    timeZone: z._default(short(), 'UTC'),
    query: z.record(z.string(), z.unknown()),
  }),
)

/** Splits the query of an export, once its schema has been applied. */
export function exportWishOf(asked: unknown): ExportWish {
  const { format, columns: named, timeZone, ...query } = z.looseObject({}).parse(asked)
  return wish().parse({ format, columns: named, timeZone, query })
}

const made = new Map<Call, Call>()

/**
 * The export of a list: `…/page` becomes `…/export`, `X_LIST` becomes `X_EXPORT`, and the filters
 * are the list's own. It answers a file, or code 102 when the file is made in the background.
 */
export function exportOf(page: Call): Call {
  const known = made.get(page)
  if (known) return known
  const path = page.path.replace(/\/page$/, '/export')
  const call = download(
    get(path, exportRight(page), () => {
      // Every page call's query is a strict object with paging members (core/page.ts).
      const { shape } = page.schemas.query as unknown as z.ZodMiniObject
      const { pageNum: _, pageSize: __, ...filter } = shape
      return { query: z.strictObject({ ...filter, ...asked() }) }
    }),
  )
  made.set(page, call)
  return call
}
