import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import type { Platform } from '../../../kit/context.ts'
import { packOf } from './language.queries.ts'

/**
 * `GET /device/v1/lang/{code}`: the texts of a language for terminals, with English where it lacks
 * one; `?module=store` gives those whose keys begin with `store.`. Public, as the console's are; a
 * terminal keeps them and asks with `If-None-Match`.
 */
export function mountDeviceLanguage(http: FastifyInstance, { db }: Pick<Platform, 'db'>): void {
  http.get<{ Params: { code: string }; Querystring: { module?: string } }>(
    '/device/v1/lang/:code',
    async (request, reply) => {
      const texts = await packOf(db, request.params.code, request.query.module)
      reply.header('cache-control', 'no-cache')
      if (texts === null) return reply.code(404).send({ error: 'unknown language' })
      const body = JSON.stringify(texts)
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      reply.header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('application/json').send(body)
    },
  )
}
