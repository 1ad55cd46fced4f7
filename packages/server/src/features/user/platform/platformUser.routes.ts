import { type ParsedOf, type PlatformUser, platformUsers } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { accountBin } from '../account/accountBin.ts'
import { impersonate } from './impersonate.ts'
import {
  findPlatformUser,
  lockFor,
  lockPlatformUsers,
  platformScope,
  platformUserPage,
  settlePlatformUser,
  wrongState,
} from './platformUser.queries.ts'
import { mergedState } from './platformUser.rules.ts'
import { review } from './review.ts'

/** Those who asked for an account at the sign-in page, and what becomes of them. */
export const platformUserRoutes = serve(platformUsers, platformScope, {
  page: ({ query }, ctx) => platformUserPage(ctx, query),
  detail: ({ params }, ctx) => findPlatformUser(ctx, params.id),
  review: ({ params, body }, ctx) => review(ctx, params.id, body),
  freeze: async ({ params: { id, on } }, ctx) => {
    const found = await lockFor(ctx, id, on === '1' ? 'freeze' : 'unfreeze')
    if (found.userId) await accountBin.setStatus(ctx, [found.userId], on === '1' ? 0 : 1)
    return settlePlatformUser(ctx, found, { state: found.next })
  },
  close: async ({ params: { id } }, ctx) => {
    const found = await lockFor(ctx, id, 'close')
    if (found.userId) await accountBin.remove(ctx, [found.userId])
    return settlePlatformUser(ctx, found, { state: found.next })
  },
  link: ({ params: { id }, body }, ctx) => link(ctx, id, body),
  merge: ({ params: { id, intoId } }, ctx) => merge(ctx, id, intoId),
  impersonate: ({ params: { id }, body }, ctx) => impersonate(ctx, id, body),
})

type Link = ParsedOf<typeof platformUsers.link>['body']

/** Puts the account of one elsewhere, as staff would: nobody gives more than he holds. */
async function link(ctx: Context, id: string, { version, ...place }: Link): Promise<PlatformUser> {
  const found = await lockFor(ctx, id, 'link')
  if (found.version !== version || !found.userId) throw wrongState(found.state)
  const account = await accountBin.find(ctx, found.userId)
  await accountBin.update(ctx, { ...place, id: found.userId, version: account.version })
  return settlePlatformUser(ctx, found, { state: found.next })
}

/** Closes one and lets another stand for both; of two accounts the first's goes to the recycle bin. */
async function merge(ctx: Context, id: string, intoId: string): Promise<PlatformUser> {
  const both = await lockPlatformUsers(ctx, [id, intoId])
  const gone = both.get(id)
  const stays = both.get(intoId)
  if (!gone || !stays) throw notFound()
  const state = mergedState(gone, stays)
  if (!state) throw wrongState(gone.id === stays.id ? stays.state : gone.state)
  const isHandedOn = stays.userId === null && gone.userId !== null
  if (gone.userId && !isHandedOn) await accountBin.remove(ctx, [gone.userId])
  const left = isHandedOn ? { userId: null } : {}
  await settlePlatformUser(ctx, gone, { state: 'CLOSED', mergedIntoId: intoId, ...left })
  return settlePlatformUser(ctx, stays, { state, ...(isHandedOn && { userId: gone.userId }) })
}
