import { frames, frameSigning, menuTypes, menusPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { everyone, ownSession } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { headersOf } from '../../../platform/pageHeaders.ts'
import { frameOrigin, mayEmbed } from './frame.rules.ts'
import { signedAddress } from './signedAddress.ts'

export const frameRoutes = serve(frames, ownSession, {
  check: async ({ query }, ctx) => {
    const page = await framePage(ctx, query.frontName)
    const { iframeUrl: plain } = page
    const { frameHosts, publicUrl } = ctx.platform.env
    if (plain === null || frameOrigin(plain, frameHosts) === null)
      return { embeds: false, url: null }
    const url = addressOf(ctx, { ...page, url: plain })
    // Asked without who asks: nobody is signed in there by this.
    const headers = await headersOf(plain, { trusted: frameHosts })
    // A page that we cannot reach may be reached by the user: his browser tries.
    if (headers === null) return { embeds: true, url }
    const answer = {
      frameOptions: headers.get('x-frame-options'),
      securityPolicy: headers.get('content-security-policy'),
    }
    return { embeds: mayEmbed(answer, publicUrl && new URL(publicUrl).origin), url }
  },
})

interface Signer {
  readonly id: string
  readonly frameKey: number
}

/** The secret of a menu item, made of the installation's key and how often it was changed. */
const secretOf = ({ platform }: Context, { id, frameKey }: Signer): string =>
  platform.secrets.mac(`${id} ${frameKey}`, 'frame').toString('base64url')

function addressOf(
  ctx: Context,
  page: Signer & { readonly url: string; readonly isSigned: boolean },
): string {
  const { userName, impersonator } = ctx.principal
  // Whoever looks as another must not be him elsewhere.
  if (!page.isSigned || impersonator) return page.url
  return signedAddress(page.url, { secret: secretOf(ctx, page), userName, now: ctx.now() })
}

export const frameSigningRoutes = serve(frameSigning, everyone, {
  set: async ({ params: { id }, body: { isSigned } }, ctx) => {
    const page = await ctx.db
      .updateTable('menu')
      .set({ isSigned, frameKey: sql<number>`frame_key + 1` })
      .where('id', '=', id)
      .where('menuType', '=', menuTypes.iframe)
      .returning(['id', 'frameKey'])
      .executeTakeFirst()
    if (!page) throw notFound()
    ctx.note({ targetIds: [id], after: { isSigned } })
    ctx.changed(menusPath, [id])
    return { secret: isSigned ? secretOf(ctx, page) : null }
  },
})

/** The embedded page of an enabled menu item that is in the caller's menu. */
async function framePage(ctx: Context, frontName: string) {
  const { roleIds, isSuperAdmin } = ctx.principal
  const found = await ctx.db
    .selectFrom('menu')
    .select(['menu.id', 'menu.iframeUrl', 'menu.isSigned', 'menu.frameKey'])
    .where('menu.frontName', '=', frontName)
    .where('menu.menuType', 'in', [menuTypes.page, menuTypes.iframe])
    .where('menu.status', '=', 1)
    .where(sql<boolean>`(${isSuperAdmin} or exists (select from role_menu
      where role_menu.menu_id = menu.id and role_menu.role_id = any(${[...roleIds]}::uuid[])))`)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}
