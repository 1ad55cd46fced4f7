import { frames, menuTypes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { ownSession } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { headersOf } from '../../../platform/pageHeaders.ts'
import { frameOrigin, mayEmbed } from './frame.rules.ts'

export const frameRoutes = serve(frames, ownSession, {
  check: async ({ query }, ctx) => {
    const url = await frameUrl(ctx, query.frontName)
    const { frameHosts, publicUrl } = ctx.platform.env
    if (url === null || frameOrigin(url, frameHosts) === null) return { embeds: false }
    const headers = await headersOf(url)
    // A page that we cannot reach may be reached by the user: his browser tries.
    if (headers === null) return { embeds: true }
    const answer = {
      frameOptions: headers.get('x-frame-options'),
      securityPolicy: headers.get('content-security-policy'),
    }
    return { embeds: mayEmbed(answer, publicUrl && new URL(publicUrl).origin) }
  },
})

/** The embedded page of an enabled menu item that is in the caller's menu. */
async function frameUrl(ctx: Context, frontName: string): Promise<string | null> {
  const { roleIds, isSuperAdmin } = ctx.principal
  const found = await ctx.db
    .selectFrom('menu')
    .select('menu.iframeUrl')
    .where('menu.frontName', '=', frontName)
    .where('menu.menuType', 'in', [menuTypes.page, menuTypes.iframe])
    .where('menu.status', '=', 1)
    .where(sql<boolean>`(${isSuperAdmin} or exists (select from role_menu
      where role_menu.menu_id = menu.id and role_menu.role_id = any(${[...roleIds]}::uuid[])))`)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found.iframeUrl
}
