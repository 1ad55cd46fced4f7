import { codes, importUpload } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { pipeline, Readable, Transform } from 'node:stream'
import { mayCall, type Principal } from '../../../access/principal.ts'
import type { Platform } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { fileStoreIn } from '../../../platform/fileStore.ts'
import { dropContent } from '../../file/index.ts'
import { requireClean } from '../../file/scan/index.ts'
import { keepUploaded } from '../../task/index.ts'
import type { WrittenList } from './lists.ts'

type SpendTicket = (platform: Platform, ticket: string, path: string) => Promise<Principal | null>

/**
 * Takes the file that an import shall read, with a ticket, straight to the store: however large it
 * is, little of it is in memory. Who may import nothing may put nothing here.
 */
export function mountImportUpload(
  http: FastifyInstance,
  platform: Platform,
  {
    spendTicket,
    lists,
  }: { readonly spendTicket: SpendTicket; readonly lists: readonly WrittenList[] },
): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Querystring: { ticket?: string; name?: string } }>(
      importUpload.path,
      { bodyLimit: importUpload.bytes },
      async (request, reply) => {
        const { ticket = '', name = '' } = request.query
        const principal = await spendTicket(platform, ticket, importUpload.path)
        if (!principal) throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
        if (!lists.some(({ sheet }) => mayCall(principal, sheet.calls.start.permission)))
          throw new Refusal(codes.forbidden, 'refusal.forbidden')
        const body: unknown = request.body
        const content: Readable = body instanceof Readable ? body : Readable.from([])
        const data = await keep(platform, { name, principal, content })
        return reply
          .header('cache-control', 'no-store')
          .send({ code: codes.success, msg: '', data })
      },
    )
  })
}

interface Uploaded {
  readonly name: string
  readonly principal: Principal
  readonly content: Readable
}

async function keep(platform: Platform, { name, principal, content }: Uploaded) {
  const kept = name
    .normalize('NFC')
    .replace(/[\p{Cc}/\\]/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, 128)
  if (!/\.(?:csv|tsv|txt|xlsx)$/i.test(kept)) throw fieldRefusal('name', 'import.notASheet')
  const stored = await fileStoreIn(platform.env.dataFolder).put(
    pipeline(content, limited(), () => undefined),
  )
  if (stored.bytes === 0) throw fieldRefusal('name', 'import.noRows')
  try {
    await requireClean(platform, 'sheet', () =>
      fileStoreIn(platform.env.dataFolder).open(stored.sha256),
    )
  } catch (error) {
    const { db, env } = platform
    await db.transaction().execute((trx) => dropContent({ db: trx, env }, [stored.sha256]))
    throw error
  }
  const fileId = await keepUploaded(platform, { name: kept, stored, principal })
  return { fileId, bytes: stored.bytes }
}

/** Lets bytes through until there are too many of them. */
function limited(): Transform {
  let bytes = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      bytes += part.length
      if (bytes > importUpload.bytes) done(new Refusal(codes.tooLarge, 'refusal.tooLarge'))
      else done(null, part)
    },
  })
}
