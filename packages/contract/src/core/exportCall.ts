import * as z from 'zod/mini'
import { type Call, get } from './call.ts'
import { exportRight } from './listRights.ts'

const exportFormats = ['csv', 'xlsx'] as const
type ExportFormat = (typeof exportFormats)[number]

/** Columns of an exported file, in their order: the row's member and the heading above it. */
const columns = z
  .array(z.tuple([z.string().check(z.maxLength(64)), z.string().check(z.maxLength(128))]))
  .check(z.minLength(1), z.maxLength(64))

/** In a query string the columns travel as JSON. */
const columnsText = z.pipe(
  z.string().check(z.maxLength(8192)),
  z.transform((text: string, ctx) => {
    const parsed = columns.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    ctx.issues.push({ code: 'custom', message: 'columns', input: text })
    return z.NEVER
  }),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const asked = {
  format: z._default(z.enum(exportFormats), 'csv'),
  columns: columnsText,
}

/** What a file shall look like, and the list's own query without its paging. */
export interface ExportWish {
  readonly format: ExportFormat
  readonly columns: readonly (readonly [member: string, heading: string])[]
  readonly query: Readonly<Record<string, unknown>>
}

const wish = z.object({
  format: z.enum(exportFormats),
  columns: z.readonly(columns),
  query: z.record(z.string(), z.unknown()),
})

/** Splits the query of an export, once its schema has been applied. */
export function exportWishOf(asked: unknown): ExportWish {
  const { format, columns: named, ...query } = z.looseObject({}).parse(asked)
  return wish.parse({ format, columns: named, query })
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
  // Every page call's query is a strict object with paging members (core/page.ts).
  const { shape } = page.schemas.query as unknown as z.ZodMiniObject
  const { pageNum: _, pageSize: __, ...filter } = shape
  const call = get(path, exportRight(page), {
    query: z.strictObject({ ...filter, ...asked }),
    file: true,
  })
  made.set(page, call)
  return call
}
