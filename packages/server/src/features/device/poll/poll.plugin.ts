import { deviceHttp, pollWish } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { steadyNow } from '../../../platform/steadyClock.ts'
import { openDeviceProof } from '../broker/deviceProof.ts'
import { followedRules } from '../broker/linkSettings.ts'
import { waitOf } from '../broker/pace.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import type { Bag } from './mailbox.ts'
import type { Poller } from './pollers.ts'
import { openPollGateway, type PollGateway } from './pollGateway.ts'

/** Polls of one terminal that are taken in a minute; so many may come at once. */
const pollsPerMinute = 120

/** Answers that are held back at once; further ones are given at once. */
const mostHeldBack = 20_000

const caller = z.object({ sn: z.string().check(z.maxLength(32)) })

type Wish = z.output<ReturnType<typeof pollWish>>

const reasons = {
  400: 'malformed',
  401: 'refused',
  429: 'too many, see retry-after',
  503: 'busy, try again later',
} as const

/**
 * `POST /device/v1/poll?sn=…`: the way of messages for terminals without MQTT. A poll brings a
 * terminal's own messages and takes those that wait for it. It shows the proof of its secret as bearer.
 */
export function mountDevicePoll(http: FastifyInstance, platform: LinkPlatform): void {
  const prove = openDeviceProof(http, platform)
  const rules = followedRules(http, platform)
  let gateway: Promise<PollGateway> | null = null
  let heldBack = 0
  let isOver = false
  // Where nobody polls there is nothing to run.
  const opened = () => {
    gateway ??= openPollGateway(platform, rules)
    // What could not begin is begun anew with the next poll.
    gateway.catch(() => (gateway = null))
    return gateway
  }
  http.addHook('preClose', async () => {
    isOver = true
    const known = await gateway?.catch(() => null)
    for (const { mailbox } of known?.pollers.all() ?? []) mailbox.release()
  })
  http.addHook('onClose', async () => {
    await (await gateway?.catch(() => null))?.stop()
  })

  async function exchange({ enter, take, leave }: PollGateway, poller: Poller, wish: Wish) {
    const { mailbox } = poller
    mailbox.forget(wish.got)
    await enter(poller)
    await take(poller, wish.messages)
    if (wish.messages.some(isGoodbye)) await leave(poller)
    else if (heldBack < mostHeldBack && !isOver) {
      heldBack += 1
      await mailbox.wait(wish.wait * 1000)
      heldBack -= 1
    }
    return mailbox.take()
  }

  http.post(deviceHttp.poll, async (request, reply) => {
    const { data: who } = caller.safeParse(request.query)
    if (!who) return refuse(reply, 400)
    const proved = await prove(request, who.sn)
    if ('status' in proved) return refuse(reply, proved.status)
    const wish = wishOf(request)
    if (!wish) return refuse(reply, 400)
    const known = await opened().catch(() => null)
    if (!known) return refuse(reply, 503)
    const poller = known.pollers.admit({ ...proved, ip: request.ip })
    const seconds = overdue(poller, wish, rules().messagesPerMinute)
    if (seconds > 0) return refuse(reply.header('retry-after', seconds), 429)
    const bag = await exchange(known, poller, wish).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'a poll was not served')
      return null
    })
    return bag ? answer(reply, bag) : refuse(reply, 503)
  })
}

/** Seconds after which it may come again; 0: it is served now. */
function overdue({ paces }: Poller, { messages }: Wish, perMinute: number): number {
  const now = steadyNow()
  // What is refused counts for nothing.
  const waits = [waitOf({ ...paces.polls }, pollsPerMinute, now)]
  if (messages.length > 0) waits.push(waitOf({ ...paces.messages }, perMinute, now))
  const ms = Math.max(...waits)
  if (ms > 0) return Math.ceil(ms / 1000)
  waitOf(paces.polls, pollsPerMinute, now)
  for (const _ of messages) waitOf(paces.messages, perMinute, now)
  return 0
}

const goodbye = z.object({ type: z.literal('conn'), body: z.object({ s: z.literal('offline') }) })
const isGoodbye = (message: unknown): boolean => goodbye.safeParse(message).success

function wishOf({ body }: FastifyRequest): Wish | null {
  try {
    const said: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString() : '')
    return pollWish().safeParse(said).data ?? null
  } catch {
    return null
  }
}

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

const refuse = (reply: FastifyReply, status: keyof typeof reasons) =>
  unkept(reply).status(status).send({ error: reasons[status] })

/** The messages as they were signed, byte by byte. */
const answer = (reply: FastifyReply, { messages, more }: Bag) =>
  unkept(reply)
    .type('application/json; charset=utf-8')
    .send(`{"messages":[${messages.join(',')}],"more":${more}}`)
