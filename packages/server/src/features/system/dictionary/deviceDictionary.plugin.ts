import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'
import { sendTagged } from '../../../platform/tagged.ts'
import { choicesOf, isTold } from './choices.queries.ts'

/**
 * `GET /device/v1/dictionary/{code}?language=en`: the enabled items of a dictionary that D-CFG
 * names. Public, as the texts are: who flags a dictionary for terminals lets anybody read it.
 */
export function mountDeviceDictionary(http: FastifyInstance, { db }: Pick<Platform, 'db'>): void {
  http.get<{ Params: { code: string }; Querystring: { language?: string } }>(
    '/device/v1/dictionary/:code',
    async (request, reply) => {
      const { code } = request.params
      const { language = 'en' } = request.query
      if (!(await isTold(db, code))) return sendTagged(request, reply, null)
      const items = await choicesOf(db, { code, language, all: false })
      const told = items.map(({ value, label, isDefault, extra }) => ({
        value,
        label,
        isDefault,
        extra,
      }))
      return sendTagged(request, reply, { code, items: told })
    },
  )
}
