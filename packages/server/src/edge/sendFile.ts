import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FileAnswer, rangeAsked, type StoredContent } from '../platform/fileAnswer.ts'

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
  const range = rangeAsked(headers, { etag, bytes })
  if (range === 'none') return reply.status(416).header('content-range', `bytes */${bytes}`).send()
  if (!range) return reply.header('content-length', bytes).send(await open())
  const { start, end } = range
  return reply
    .status(206)
    .header('content-range', `bytes ${start}-${end}/${bytes}`)
    .header('content-length', end - start + 1)
    .send(await open(range))
}
