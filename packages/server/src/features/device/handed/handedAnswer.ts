import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { type ByteRange, FileAnswer } from '../../../platform/fileAnswer.ts'
import { itemScope } from '../push/retry.queries.ts'
import { type HandedKind, handedScope } from './handed.queries.ts'

interface Stored {
  readonly name: string
  readonly bytes: number
  readonly sha256: Buffer
  readonly sn: string
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['gz', 'application/gzip'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
])

/** What a terminal of the caller's has handed in for an item. */
export async function handedAnswer(
  ctx: Context,
  { itemId, kind }: { readonly itemId: string; readonly kind: HandedKind },
): Promise<FileAnswer> {
  const { rows } = await sql<Stored>`select handed.name, handed.bytes, handed.sha256, device.sn
    from handed_file handed join push_item item on item.id = handed.item_id
      join device on device.id = item.device_id
    where handed.item_id = ${itemId} and handed.kind = ${kind} and handed.state = 'STORED'
      and ${itemScope.rows(ctx.principal)} and ${handedScope.rows(ctx.principal)}`.execute(ctx.db)
  const [file] = rows
  if (!file) throw notFound()
  const { name, bytes, sha256, sn } = file
  const store = contentsOf(ctx.platform)
  if (!(await store.has(sha256))) throw new Refusal(codes.notFound, 'transfer.fileGone')
  ctx.note({ targetIds: [itemId], about: { sn }, after: { name } })
  const mediaType = mediaTypes.get(name.split('.').at(-1) ?? '') ?? 'application/octet-stream'
  const open = (range?: ByteRange) => store.open(sha256, range)
  return new FileAnswer(name, mediaType, { bytes, etag: `"${sha256.toString('hex')}"`, open })
}
