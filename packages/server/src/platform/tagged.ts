import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

/** Answers JSON that its reader keeps: nothing where he has it already, 404 where there is none (null). */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  content: unknown,
): FastifyReply {
  reply.header('cache-control', 'no-cache')
  if (content === null) return reply.code(404).send({ error: 'not found' })
  const body = JSON.stringify(content)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('application/json').send(body)
}
