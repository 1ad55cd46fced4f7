import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'
import { sendTagged } from '../../../platform/tagged.ts'
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
      const { module } = request.query
      const texts = await packOf(db, request.params.code, module ? [module] : undefined)
      return sendTagged(request, reply, texts)
    },
  )
}
