import { codes, type FoundCrash, type logViewCalls, readLogTime } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { isMissing } from '../../../platform/contents.ts'
import { isPattern, isSmallPattern } from '../../../platform/pattern.ts'
import { type Book, openBook } from './book.ts'
import { lineAtTime } from './lineAtTime.ts'
import { linesIn, searchIn, tallyIn } from './readBook.ts'

/** A packed log that the caller may read. */
export interface ReadableLog {
  readonly sha256: Buffer
  readonly found: readonly FoundCrash[]
}

/** The bytes of a log are gone, or were never there. */
export const logGone = () => new Refusal(codes.notFound, 'transfer.fileGone')

/** What answers the calls that look into a log. @param find the log, where the caller may read it; else it refuses */
export function viewHandlers(
  find: (ctx: Context, id: string) => Promise<ReadableLog>,
): Handlers<ReturnType<typeof logViewCalls>> {
  const bookOf = async (ctx: Context, id: string): Promise<Book> => {
    const { sha256 } = await find(ctx, id)
    try {
      return await openBook(ctx.platform, sha256)
    } catch (error) {
      throw isMissing(error) ? logGone() : error
    }
  }
  return {
    view: async ({ params: { id }, query }, ctx) => {
      const book = await bookOf(ctx, id)
      const { total, bytes } = book
      return { total, bytes, from: query.from, lines: await linesIn(book, query) }
    },
    moment: async ({ params: { id }, query }, ctx) => {
      const book = await bookOf(ctx, id)
      const time = readLogTime(query.time)
      if (!time) throw fieldRefusal('time', 'logView.noTime')
      return { line: await lineAtTime(book, time) }
    },
    crashes: async ({ params: { id } }, ctx) => ({ list: [...(await find(ctx, id)).found] }),
    search: async ({ params: { id }, query: { pattern, ...query } }, ctx) => {
      const asked = pattern === '1'
      if (asked) requirePattern(query.text)
      const book = await bookOf(ctx, id)
      const { hits, next } = await searchIn(book, { ...query, isPattern: asked })
      return { hits: [...hits], next, total: book.total }
    },
    tally: async ({ params: { id }, query }, ctx) => {
      requirePattern(query.text)
      const book = await bookOf(ctx, id)
      const { counts, next } = await tallyIn(book, query)
      return { counts: [...counts], next, total: book.total }
    },
  }
}

/** A regular expression that long texts may be looked through by. */
function requirePattern(text: string): void {
  if (!isPattern(text)) throw fieldRefusal('text', 'logView.noPattern')
  if (!isSmallPattern(text)) throw fieldRefusal('text', 'logView.largePattern')
}
