import { menuTypes } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'
import { frameOrigin } from './frame.rules.ts'

/** Lets the console's page embed what the menu lists, and nothing else. */
export function mountFramePolicy(http: FastifyInstance, platform: Platform): void {
  http.addHook('onSend', async (request, reply) => {
    if (!/^\/(index\.html)?(\?|$)/.test(request.url)) return
    const policy = String(reply.getHeader('content-security-policy') ?? '')
    const origins = await listedOrigins(platform)
    // Its own: the pages of organisations, as they are shown.
    const framed = ["'self'", ...origins].join(' ')
    if (policy !== '') reply.header('content-security-policy', `${policy};frame-src ${framed}`)
  })
}

async function listedOrigins({ db, env }: Platform): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('menu')
    .select('iframeUrl')
    .where('menuType', 'in', [menuTypes.page, menuTypes.iframe])
    .where('iframeUrl', 'is not', null)
    .execute()
    // Without the database nobody signs in, but the page that says so must be served.
    .catch(() => [])
  const origins = rows.map(({ iframeUrl }) => frameOrigin(iframeUrl, env.frameHosts))
  return [...new Set(origins.filter((origin) => origin !== null))]
}
