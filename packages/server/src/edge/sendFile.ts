import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileAnswer, rangeAsked, type StoredContent } from '../platform/fileAnswer.ts'

/** Sends a file to be saved; one of the store also in parts (RFC 9110: Range, If-Range, If-None-Match). */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
): Promise<FastifyReply> {
  const { content } = file
  if ('etag' in content) return sendStored(request, reply, { file, content })
  return describe(reply, file).send(content)
}

const describe = (reply: FastifyReply, file: FileAnswer) =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', file.disposition)
    .header('content-type', file.mediaType)

interface Stored {
  readonly file: FileAnswer
  readonly content: StoredContent
}

async function sendStored(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { file, content: { etag, bytes, open, isPublic } }: Stored,
): Promise<FastifyReply> {
  const isKnown = headers['if-none-match'] === etag
  const range = rangeAsked(headers, { etag, bytes })
  // Before anything is said of it: one that cannot be had now is answered by why.
  const part = isKnown || range === 'none' ? null : await open(range ?? undefined)
  describe(reply, file).header('accept-ranges', 'bytes').header('etag', etag)
  if (isPublic) reply.header('cache-control', 'public, max-age=31536000, immutable')
  if (isKnown) return reply.status(304).send()
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${bytes}`).send()
  if (!range) return reply.header('content-length', bytes).send(part)
  const { start, end } = range
  return reply
    .status(206)
    .header('content-range', `bytes ${start}-${end}/${bytes}`)
    .header('content-length', end - start + 1)
    .send(part)
}
