import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { LinkPlatform } from '../linkPlatform.ts'
import { downTopic, mayPublish, maySubscribe, type Peer, readClientId } from '../topics.rules.ts'
import { openAdmission } from './admission.ts'
import { noteContact } from './contact.queries.ts'

const text = () => z.string().check(z.maxLength(512))

const attempt = z.object({
  clientid: text(),
  username: text(),
  password: text(),
  ip: z.optional(text()),
})

const question = z.object({
  clientid: text(),
  username: text(),
  topic: text(),
  /** `publish` or `subscribe`; or 1 read, 2 write, 4 subscribe. */
  action: z.optional(z.enum(['publish', 'subscribe'])),
  acc: z.optional(z.coerce.number()),
  retain: z.optional(z.boolean()),
})

/** Understood by EMQX (`result`) and by mosquitto-go-auth in its json mode (`Ok`). */
const verdict = (isAllowed: boolean) => ({
  result: isAllowed ? 'allow' : 'deny',
  Ok: isAllowed,
  Error: isAllowed ? '' : 'not permitted',
})

/**
 * What a broker of its own asks us: `POST /device/v1/broker/auth` and `…/acl`, with the token of
 * MUSTER_BROKER_TOKEN as bearer. Without the variable there are no such calls.
 */
export function mountBrokerHook(http: FastifyInstance, platform: LinkPlatform): void {
  const { brokerToken } = platform.env
  if (brokerToken === null) return
  const admission = openAdmission(platform)
  http.addHook('onClose', () => admission.stop())
  http.post('/device/v1/broker/auth', async (request, reply) => {
    if (!isBroker(request, brokerToken)) return reply.status(401).send(verdict(false))
    const { data } = attempt.safeParse(bodyOf(request))
    if (!data) return verdict(false)
    const { clientid: clientId, username: userName, password, ip = '' } = data
    const answer = await admission.admit({ clientId, userName, password, ip })
    if ('refuse' in answer)
      return reply.status(answer.refuse === 'busy' ? 503 : 200).send(verdict(false))
    if (answer.session.kind === 'boot') await noteContact(platform.pool, answer.session)
    return verdict(true)
  })
  http.post('/device/v1/broker/acl', async (request, reply) => {
    if (!isBroker(request, brokerToken)) return reply.status(401).send(verdict(false))
    const { data } = question.safeParse(bodyOf(request))
    return verdict(data !== undefined && isPermitted(data))
  })
}

function isBroker({ headers }: FastifyRequest, token: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')
  } catch {
    return null
  }
}

function isPermitted(asked: z.output<typeof question>): boolean {
  const claimed = readClientId(asked.clientid, asked.username)
  if (!claimed) return false
  // Rights follow from kind and serial number alone; the rest of a peer is not asked for here.
  const peer: Peer = { ...claimed, deviceId: '', keyId: '', orgId: '' }
  const { topic, action, acc } = asked
  if (action === 'publish' || acc === 2) return !asked.retain && mayPublish(peer, topic)
  if (action === 'subscribe' || acc === 4) return maySubscribe(peer, topic)
  return acc === 1 && mayRead(peer, topic)
}

const mayRead = (peer: Peer, topic: string): boolean =>
  peer.kind === 'boot' ? maySubscribe(peer, topic) : topic.startsWith(downTopic(peer.sn, ''))
