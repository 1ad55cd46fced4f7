import { createHash } from 'node:crypto'
import { pageNames, type PageName, pagePath } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { shownPage } from './page.queries.ts'

const style =
  'body{margin:0;font:16px/1.6 system-ui,sans-serif;color:#1f2933;background:#fff}' +
  'main{max-width:70ch;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere}a{color:#016cc7}' +
  'table{border-collapse:collapse}th,td{padding:4px 8px;border:1px solid #dfe5ec}' +
  '@media(prefers-color-scheme:dark){body{color:#e6e9ed;background:#15181d}a{color:#54a5fe}}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing runs, nothing is fetched; only the console may show it in a frame. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`

interface Route {
  Params: { id: string; page: string }
  Querystring: { language?: string }
}

/** The pages of organisations as anybody reads them: linked from the sign-in page and from terminals. */
export function mountPages(http: FastifyInstance, platform: Platform): void {
  const path = pagePath.replace(/\{(\w+)\}/g, ':$1')
  http.get<Route>(path, async (request, reply) => {
    const { id, page } = request.params
    if (!isPage(page) || !/^[0-9a-f-]{36}$/.test(id)) throw notFound()
    const languages = wantedLanguages(request.query.language, request.headers['accept-language'])
    const shown = await shownPage(platform.db, { id, page }, languages)
    if (!shown) throw notFound()
    const { language, direction, html } = shown
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(
        `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">` +
          `<meta name="viewport" content="width=device-width"><title>${page}</title>` +
          `<style>${style}</style></head><body><main>${html}</main></body></html>`,
      )
  })
}

const isPage = (page: string): page is PageName => pageNames.some((name) => name === page)

/** The language asked for, then those of the browser as it orders them, then English. */
function wantedLanguages(asked: unknown, accepted = ''): string[] {
  const own = accepted.split(',').map((part) => part.split(';')[0]?.trim() ?? '')
  return [...(typeof asked === 'string' ? [asked] : []), ...own.slice(0, 20), 'en']
}
