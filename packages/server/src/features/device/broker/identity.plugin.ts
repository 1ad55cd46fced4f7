import { deviceHttp, deviceMessages } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { loadDownKey } from '../downKey.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { register } from '../registration/registration.ts'
import { bootClientIdOf, clientIdOf, type Peer } from '../topics.rules.ts'
import { openAdmission } from './admission.ts'
import { bearer } from './deviceProof.ts'
import { followedRules } from './linkSettings.ts'
import { openPassIssuer } from './passes.ts'
import { mountDeviceSpeed } from './speed.plugin.ts'

const tokenWish = z.object({ sn: z.string().check(z.maxLength(32)) })

/**
 * How a terminal gets what it connects with, over HTTPS. The calls show a secret as bearer:
 * `POST /device/v1/register` (body U-REG) the enrolment key, and answers as the boot topic does;
 * `POST /device/v1/token` (body `{ sn }`) the password made of its own secret, and answers the one
 * that NATS takes: `{ password, expiresAt }`.
 */
export function mountDeviceIdentity(http: FastifyInstance, platform: LinkPlatform): void {
  const rules = followedRules(http, platform)
  const admission = openAdmission(platform, rules)
  const passes = openPassIssuer(platform, rules)
  http.addHook('onClose', () => admission.stop())
  const admit = async (request: FastifyRequest, who: { clientId: string; sn: string }) => {
    const [, password = ''] = bearer.exec(request.headers.authorization ?? '') ?? []
    const attempt = { clientId: who.clientId, userName: who.sn, password, ip: request.ip }
    return admission.admit(attempt)
  }

  mountDeviceSpeed(http, platform, async (request, sn) => {
    const answer = await admit(request, { clientId: clientIdOf(sn), sn })
    return peerOf(answer, 'device') ?? { status: statusOf(answer) }
  })

  http.post(deviceHttp.register, async (request, reply) => {
    const { data } = deviceMessages.registration().safeParse(bodyOf(request))
    if (!data) return refuse(reply, 400)
    const { sn } = data
    const answer = await admit(request, { clientId: bootClientIdOf(sn), sn })
    const peer = peerOf(answer, 'boot')
    if (!peer) return refuse(reply, statusOf(answer))
    const { publicKey } = await loadDownKey(platform)
    return unkept(reply).send(await register({ ...platform, serverKey: publicKey }, peer, data))
  })

  http.post(deviceHttp.token, async (request, reply) => {
    if (!platform.env.nats) return refuse(reply, 404)
    const { data } = tokenWish.safeParse(bodyOf(request))
    if (!data) return refuse(reply, 400)
    const answer = await admit(request, { clientId: clientIdOf(data.sn), sn: data.sn })
    const peer = peerOf(answer, 'device')
    if (!peer) return refuse(reply, statusOf(answer))
    const pass = await passes.give(peer)
    return pass ? unkept(reply).send(pass) : refuse(reply, 503)
  })
}

type Answer = Awaited<ReturnType<ReturnType<typeof openAdmission>['admit']>>

function peerOf<K extends Peer['kind']>(answer: Answer, kind: K): Extract<Peer, { kind: K }> | null
function peerOf(answer: Answer, kind: Peer['kind']): Peer | null {
  return 'session' in answer && answer.session.kind === kind ? answer.session : null
}

const statusOf = (answer: Answer) => ('refuse' in answer && answer.refuse === 'busy' ? 503 : 401)

const reasons = {
  400: 'malformed',
  401: 'refused',
  404: 'not used here: the broker takes the password that you make yourself',
  503: 'busy, try again later',
} as const

const refuse = (reply: FastifyReply, status: keyof typeof reasons) =>
  reply.status(status).send({ error: reasons[status] })

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')
  } catch {
    return null
  }
}
