import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer, StoredContent } from '../platform/fileAnswer.ts'

/** Sends a file to be saved; one of the store also in parts (RFC 9110: Range, If-Range, If-None-Match). */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
): Promise<FastifyReply> {
  const { content } = file
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', file.disposition)
    .header('content-type', file.mediaType)
  return 'etag' in content ? sendStored(request, reply, content) : reply.send(content)
}

async function sendStored(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, bytes, open, isPublic }: StoredContent,
): Promise<FastifyReply> {
  if (isPublic) reply.header('cache-control', 'public, max-age=31536000, immutable')
  reply.header('accept-ranges', 'bytes').header('etag', etag)
  if (headers['if-none-match'] === etag) return reply.status(304).send()
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = isSame ? rangeOf(headers.range, bytes) : null
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${bytes}`).send()
  if (!range) return reply.header('content-length', bytes).send(await open())
  const { start, end } = range
  return reply
    .status(206)
    .header('content-range', `bytes ${start}-${end}/${bytes}`)
    .header('content-length', end - start + 1)
    .send(await open(range))
}

/** `none`: outside of the file. Null: the whole, also for what is no single range. */
function rangeOf(header: string | undefined, bytes: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start > end ? 'none' : { start, end }
}
