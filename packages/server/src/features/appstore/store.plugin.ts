import { deviceHttp, fieldRules, storeInstall, storeReport } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Platform } from '../../kit/context.ts'
import { sendTagged } from '../../platform/tagged.ts'
import { openDeviceProof } from '../device/index.ts'
import { storeApps, storeCategories, storeDetail } from './store.queries.ts'
import { installFromStore } from './storeInstall.ts'
import { countBanners, storeBanners } from './storeBanners.queries.ts'

const question = z.object({
  sn: fieldRules.serialNumber(),
  language: z._default(z.string().check(z.regex(/^[A-Za-z0-9-]{2,16}$/)), 'en'),
})
const page = z.object({ id: fieldRules.id() })

const reasons = {
  400: 'malformed',
  401: 'refused',
  404: 'not offered',
  503: 'busy, try again later',
} as const

const refuse = (reply: FastifyReply, status: keyof typeof reasons) =>
  reply.status(status).send({ error: reasons[status] })

interface Asking {
  readonly deviceId: string
  readonly language: string
}

/**
 * The store of terminals: `GET /device/v1/store/apps`, `categories`, `banners` and `detail/{id}`, cut
 * to what the terminal may see, each with an ETag; `POST /device/v1/store/event` takes what it has
 * shown, `install/{versionId}` what its user has chosen. The terminal shows the proof of its secret as bearer, and its serial number as `sn`.
 */
export function mountStore(http: FastifyInstance, platform: Platform): void {
  const prove = openDeviceProof(http, platform)
  const { db } = platform
  const answer = (
    path: string,
    find: (asking: Asking, request: FastifyRequest) => Promise<unknown>,
  ) =>
    http.get(`${deviceHttp.store}/${path}`, async (request, reply) => {
      const { data } = question.safeParse(request.query)
      if (!data) return refuse(reply, 400)
      const caller = await prove(request, data.sn)
      if ('status' in caller) return refuse(reply, caller.status)
      const asking = { deviceId: caller.deviceId, language: data.language }
      return sendTagged(request, reply, await find(asking, request))
    })
  answer('apps', (asking) => storeApps(db, asking))
  answer('categories', ({ language }) => storeCategories(db, language))
  answer('banners', (asking) => storeBanners(db, asking))
  answer('detail/:id', async (asking, { params }) => {
    const { data } = page.safeParse(params)
    return data ? storeDetail(db, asking, data.id) : null
  })
  http.post(`${deviceHttp.store}/event`, async (request, reply) => {
    const { data } = storeReport().safeParse(bodyOf(request))
    if (!data) return refuse(reply, 400)
    const caller = await prove(request, data.sn)
    if ('status' in caller) return refuse(reply, caller.status)
    await countBanners(db, caller.deviceId, data)
    return reply.status(204).send()
  })
  mountInstall(http, platform, prove)
}

/** `POST /device/v1/store/install/{versionId}`: what the terminal's user has chosen. */
function mountInstall(
  http: FastifyInstance,
  platform: Platform,
  prove: ReturnType<typeof openDeviceProof>,
): void {
  http.post(`${deviceHttp.store}/install/:id`, async (request, reply) => {
    const { data } = storeInstall().safeParse(bodyOf(request))
    const { data: wanted } = page.safeParse(request.params)
    if (!data || !wanted) return refuse(reply, 400)
    const caller = await prove(request, data.sn)
    if ('status' in caller) return refuse(reply, caller.status)
    const { deviceId } = caller
    const { isOffered, code } = await installFromStore(platform, { deviceId, apkId: wanted.id })
    if (!isOffered) return refuse(reply, 404)
    return code === null ? reply.status(202).send({}) : reply.status(409).send({ error: code })
  })
}

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')
  } catch {
    return null
  }
}
