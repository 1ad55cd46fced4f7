import {
  codes,
  type ImageUse,
  imageLimits,
  imagePaths,
  imageUrl,
  type KeptImage,
  siteSetting,
} from '@muster/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { mayCall, type Principal } from '../../../access/principal.ts'
import type { Platform } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { requireClean } from '../scan/index.ts'
import { keepImage, keptToday, readImage } from './image.queries.ts'
import { pictureOf } from './image.rules.ts'

interface Doorkeeper {
  spendTicket(platform: Platform, ticket: string, path: string): Promise<Principal | null>
  /** Lets a large body come, or refuses it. */
  takeBodyTurn(sender: Principal | null, answer: ServerResponse): void
}

/** What a picture is put here with. */
interface Put {
  readonly Querystring: {
    readonly ticket?: string
    readonly use?: string
    readonly name?: string
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
}

/** New pictures that one person may put here within a day. */
const mostADay = 100

/**
 * Pictures: put with a ticket, read by anybody who knows the name (the sign-in page shows them).
 * They are served from a path of their own, where nothing can run whatever their bytes hold.
 */
export function mountImages(
  http: FastifyInstance,
  platform: Platform,
  doorkeeper: Doorkeeper,
): void {
  http.get<{ Params: { name: string } }>(`${imagePaths.read}/:name`, async (request, reply) => {
    const { name } = request.params
    const bytes = /^[0-9a-f]{64}\.(?:png|jpg|webp|ico)$/.test(name)
      ? await readImage(platform.db, name)
      : null
    if (!bytes) throw notFound()
    return reply
      .type(contentTypes[name.split('.')[1] ?? ''] ?? 'application/octet-stream')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
  })
  const senders = new WeakMap<FastifyRequest['raw'], Principal>()
  http.post<Put>(imagePaths.upload, {
    bodyLimit: Math.max(...Object.values(imageLimits).map(({ bytes }) => bytes)),
    // Before a byte of the picture is read.
    onRequest: async ({ raw, query: { ticket = '' } }, reply) => {
      const principal = await doorkeeper.spendTicket(platform, ticket, imagePaths.upload)
      doorkeeper.takeBodyTurn(principal, reply.raw)
      if (principal) senders.set(raw, principal)
    },
    handler: async ({ raw, query: { use = 'picture', name = '' }, body }, reply) => {
      const principal = senders.get(raw)
      if (!principal) throw new Refusal(codes.signInAgain, 'refusal.signInAgain')
      if (!isUse(use)) throw new Refusal(codes.badRequest, 'refusal.badRequest')
      requireRight(principal, use)
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const data = await keep(platform, { bytes, use, name, principal })
      return reply.header('cache-control', 'no-store').send({ code: codes.success, msg: '', data })
    },
  })
}

const isUse = (use: string): use is ImageUse => Object.hasOwn(imageLimits, use)

/** Pictures that say what the whole site looks like. */
const ofSite: ReadonlySet<ImageUse> = new Set(['logo', 'favicon', 'background'])

/** Anybody may have a picture; those of the site are for its editors. */
function requireRight(principal: Principal, use: ImageUse): void {
  const { permission } = siteSetting.save
  if (!ofSite.has(use) || mayCall(principal, permission)) return
  const data = { permission }
  throw new Refusal(codes.forbidden, 'refusal.forbidden', { data })
}

async function keep(
  platform: Platform,
  parts: { bytes: Buffer; use: ImageUse; name: string; principal: Principal },
): Promise<KeptImage> {
  const { bytes, use, name, principal } = parts
  const limit = imageLimits[use]
  if (bytes.length > limit.bytes) throw new Refusal(codes.tooLarge, 'refusal.tooLarge')
  const picture = pictureOf(bytes)
  if (!picture || !limit.kinds.some((kind) => kind === picture.kind))
    throw new Refusal(codes.badRequest, 'image.notAPicture', {
      params: { kinds: limit.kinds.join(', ').toUpperCase() },
    })
  if ((await keptToday(platform.db, principal.userId)) >= mostADay)
    throw new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  const scan = await requireClean(platform, 'image', () => Readable.from([bytes]))
  const kept = await platform.db
    .transaction()
    .execute((db) => keepImage(db, { bytes, picture, name, scan, principal }))
  return { name: kept, url: imageUrl(kept) ?? '' }
}
