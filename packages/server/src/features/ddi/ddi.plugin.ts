import { ddiConfigData, ddiFeedback, ddiPath } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../kit/context.ts'
import { steadyNow } from '../../platform/steadyClock.ts'
import { heldSeconds, type ReadDownload } from '../delivery/index.ts'
import { followedRules, openPollGateway, type PollGateway, waitOf } from '../device/index.ts'
import { artifactOf, baseOf, cancelOf, confirmation, deploymentOf } from './answers.rules.ts'
import { describeArtifact, type Fetched, fileOf, openSender, tellFile } from './artifacts.ts'
import { type Client, takeMail } from './clients.ts'
import { openDigests } from './digests.ts'
import { type Door, openDoor, type Stranger } from './entry.ts'
import { settleByPoll } from './installed.ts'
import {
  acknowledge,
  beginDownload,
  type Speaker,
  takeAttributes,
  takeCancelled,
  takeFeedback,
} from './said.ts'
import { shownWork } from './work.ts'
import { type Action, findAction } from './work.queries.ts'

/** Calls of one terminal that are taken in a minute; so many may come at once. */
const callsPerMinute = 120

/** Part of the time between two polls in which one sign of life is enough. */
const notedOnceIn = 4

/** Bytes of feedback and attributes. */
const bodyLimit = 256 * 1024

interface Asked {
  readonly Params: {
    readonly controllerId: string
    readonly number: string
    readonly name: string
  }
}
type Request = FastifyRequest<Asked>

const reasons = {
  400: 'malformed',
  401: 'refused',
  403: 'this terminal may not come in by this key',
  404: 'not found',
  410: 'this is over',
  429: 'too many, see retry-after',
  503: 'busy, try again later',
} as const
type Status = keyof typeof reasons

/** What a call of a terminal that is let in has at hand. */
interface Call extends Speaker {
  readonly platform: Platform
  readonly request: Request
  readonly reply: FastifyReply
  /** Its own address. */
  readonly base: () => string
}

type Answering = (call: Call) => Promise<FastifyReply>

/**
 * hawkBit's Direct Device Integration API, version 1: the door of terminals that run SWUpdate or
 * rauc-hawkbit-updater. They show their own secret as target token, or the enrolment key of their
 * organisation as gateway token.
 */
export function mountDirectIntegration(
  http: FastifyInstance,
  platform: Platform,
  read: ReadDownload,
): void {
  const door = openDoor(http, platform, openedOnce(http, platform))
  const parts = { platform, digestsOf: openDigests(platform), send: openSender(platform, read) }
  const admitted = admitting(platform, door)
  const place = `${ddiPath}/:controllerId`
  // No browser reads it: its policies would cost half as much as the answer.
  http.get<Asked>(place, { helmet: false }, admitted(answerPoll))
  http.put<Asked>(`${place}/configData`, { bodyLimit }, admitted(keepAttributes))
  http.get<Asked>(
    `${place}/confirmationBase`,
    admitted(async ({ reply }) => tell(reply, confirmation)),
  )
  mountActions(http, { ...parts, place, admitted })
  mountArtifacts(http, { ...parts, place, admitted })
}

/** Lets terminals in to what is asked; the others are told how they come in. */
function admitting(platform: Platform, door: Door) {
  const enter = (request: Request, sn: string) =>
    door.enter(request, sn).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'a terminal was not let in')
      return { is: 'refused', status: 503 } as const
    })
  const meet = async (request: Request, reply: FastifyReply, { peer }: Stranger) => {
    const { data } = ddiConfigData().safeParse(bodyOf(request))
    if (!data) return tell(reply, unknownBase(platform, request, true))
    const met = await door.introduce(peer, data.data, request)
    if (met.is === 'refused') return refuse(reply, met.status)
    if (met.is === 'client') {
      const { client } = met
      await takeAttributes({ gateway: client.gateway, client, platform }, data)
    }
    return reply.send()
  }
  const letIn = async (asked: Asking, sn: string) => {
    const { request, reply } = asked
    const entry = await enter(request, sn)
    if (entry.is === 'refused') return refuse(reply, entry.status)
    if (entry.is === 'waiting') return tell(reply, unknownBase(platform, request, false))
    if (entry.is === 'stranger') return meet(request, reply, entry)
    return serve(platform, entry.client, asked)
  }
  return (answering: Answering) => (request: Request, reply: FastifyReply) => {
    const sn = serialOf(request.params.controllerId)
    if (sn === null) return refuse(reply, 404)
    const client = door.recall(request, sn)
    const asked = { request, reply, answering }
    // Most polls: whoever is known waits for nobody.
    return client ? serve(platform, client, asked) : letIn(asked, sn)
  }
}

interface Asking {
  readonly request: Request
  readonly reply: FastifyReply
  readonly answering: Answering
}

/** Answers a terminal that is let in, unless it comes too often. */
function serve(platform: Platform, client: Client, { request, reply, answering }: Asking) {
  const seconds = overdue(client)
  if (seconds > 0) return refuse(reply.header('retry-after', seconds), 429)
  const base = () => baseAddress(platform, request)
  return answering({ request, reply, client, gateway: client.gateway, platform, base })
}

/** What a terminal is answered that is not on record, or not let in yet. */
const unknownBase = (platform: Platform, request: Request, asksAttributes: boolean): object =>
  baseOf({
    base: () => baseAddress(platform, request),
    sleepSeconds: platform.env.heartbeatSeconds,
    asksAttributes,
    action: null,
  })

interface Parts {
  readonly platform: Platform
  readonly place: string
  readonly admitted: (
    answering: Answering,
  ) => (request: Request, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
  readonly digestsOf: ReturnType<typeof openDigests>
  readonly send: ReturnType<typeof openSender>
}

/** What a terminal was given, and what it says of it. */
function mountActions(
  http: FastifyInstance,
  { platform, place, admitted, digestsOf }: Parts,
): void {
  const ofAction = (answering: (call: Call, action: Action) => Promise<FastifyReply>) =>
    admitted(async (call) => {
      const action = await actionOf(platform, call)
      return action ? answering(call, action) : refuse(call.reply, 404)
    })
  const deployment = `${place}/deploymentBase/:number`
  const cancellation = `${place}/cancelAction/:number`

  http.get<Asked>(
    deployment,
    ofAction(async (call, action) => {
      const { client, reply, base } = call
      const found = await fetchedBy(platform, client, action)
      if (!found || action.state === 'CANCELLING') return refuse(reply, 404)
      if (action.isHeld) return putOff(reply)
      await acknowledge(call, action)
      const artifact = await describeArtifact(digestsOf, base(), found)
      return tell(reply, deploymentOf({ ...action, artifact }))
    }),
  )
  http.get<Asked>(
    cancellation,
    ofAction(async ({ reply }, { number, state, isOver, isPast }) =>
      state === 'CANCELLING' && !isOver && !isPast
        ? tell(reply, cancelOf(number))
        : refuse(reply, 404),
    ),
  )
  http.post<Asked>(`${deployment}/feedback`, { bodyLimit }, ofAction(hearing(takeFeedback)))
  http.post<Asked>(`${cancellation}/feedback`, { bodyLimit }, ofAction(hearing(takeCancelled)))
}

/** Hears what a terminal says of an action. */
const hearing =
  (take: typeof takeFeedback) =>
  async (call: Call, action: Action): Promise<FastifyReply> => {
    const { request, reply } = call
    const { data } = ddiFeedback().safeParse(bodyOf(request))
    if (!data) return refuse(reply, 400)
    const isTaken = await take(call, { action, status: data.status })
    return isTaken ? reply.send() : refuse(reply, 410)
  }

const sumEnding = '.MD5SUM'

/** Whether the sum of a file is asked for: a file may bear a name like that of a sum. */
const isOfSum = ({ request: { params } }: Call, { artifact: { name } }: Fetched): boolean =>
  params.name === `${name}${sumEnding}`

/** The files of what a terminal was given. */
function mountArtifacts(http: FastifyInstance, parts: Parts): void {
  const { platform, place, admitted, digestsOf, send } = parts
  const ofFile = (answering: (call: Call, fetched: Fetched) => Promise<FastifyReply>) =>
    admitted(async (call) => {
      const action = await actionOf(platform, call)
      const found = action && (await fetchedBy(platform, call.client, action))
      const { name } = call.request.params
      if (!found || (name && name !== found.artifact.name && !isOfSum(call, found)))
        return refuse(call.reply, 404)
      return action.isHeld ? putOff(call.reply) : answering(call, found)
    })
  const modules = `${place}/softwaremodules/:number/artifacts`
  http.get<Asked>(
    modules,
    ofFile(async ({ reply, base }, fetched) =>
      tell(reply, [artifactOf(await describeArtifact(digestsOf, base(), fetched))]),
    ),
  )
  const sendSum = async ({ reply }: Call, { artifact: { sha256, name } }: Fetched) =>
    reply.type('text/plain').send(`${(await digestsOf(sha256)).md5}  ${name}`)
  http.get<Asked>(
    `${modules}/:name`,
    { exposeHeadRoute: false },
    ofFile(async (call, fetched) => {
      const { request, reply, client } = call
      if (isOfSum(call, fetched)) return sendSum(call, fetched)
      await beginDownload(call, fetched.action)
      return send(request, reply, { fetched, deviceId: client.poller.deviceId })
    }),
  )
  http.head<Asked>(
    `${modules}/:name`,
    ofFile(async (call, fetched) =>
      isOfSum(call, fetched) ? sendSum(call, fetched) : tellFile(call.reply, fetched),
    ),
  )
}

/** The gateway of these terminals, opened with the first that comes. */
function openedOnce(http: FastifyInstance, platform: Platform): () => Promise<PollGateway> {
  const rules = followedRules(http, platform)
  let gateway: Promise<PollGateway> | null = null
  http.addHook('onClose', async () => {
    await (await gateway?.catch(() => null))?.stop()
  })
  return () => {
    if (gateway) return gateway
    const opening = openPollGateway(platform, rules)
    // What could not begin is begun anew with the next poll.
    opening.catch(() => (gateway = null))
    return (gateway = opening)
  }
}

async function answerPoll(call: Call): Promise<FastifyReply> {
  const { client, gateway, platform, reply, base } = call
  const now = steadyNow()
  if (!client.poller.isRecorded) await gateway.enter(client.poller)
  if (now - client.notedAt >= (client.sleepSeconds * 1000) / notedOnceIn) {
    client.notedAt = now
    // Nobody waits for that: where it is not written down, the next one is.
    gateway.take(client.poller, []).catch(() => (client.notedAt = 0))
  }
  if (client.installed.length > 0) await settleByPoll(call)
  if (!client.poller.mailbox.isEmpty) await takeMail(gateway, client, platform.now().getTime())
  const action = client.mayHaveWork ? await shownWork(platform, gateway, client) : null
  const { sleepSeconds, asksAttributes } = client
  return tell(reply, baseOf({ base, sleepSeconds, asksAttributes, action }))
}

async function keepAttributes(call: Call): Promise<FastifyReply> {
  const { data } = ddiConfigData().safeParse(bodyOf(call.request))
  if (!data) return refuse(call.reply, 400)
  await takeAttributes(call, data)
  return call.reply.send()
}

async function actionOf({ pool }: Platform, { request, client }: Call): Promise<Action | null> {
  const number = /^[0-9]{1,9}$/.test(request.params.number) ? Number(request.params.number) : 0
  return number === 0 ? null : findAction(pool, { deviceId: client.poller.deviceId, number })
}

const fetchedBy = async (platform: Platform, { poller }: Client, action: Action) =>
  action.isOver || action.isPast ? null : fileOf(platform, poller.deviceId, action)

/** Seconds after which it may come again; 0: it is served now. */
function overdue({ poller: { paces } }: Client): number {
  const { dueAt } = paces.polls
  const ms = waitOf(paces.polls, callsPerMinute, steadyNow())
  // What is refused counts for nothing.
  if (ms > 0) paces.polls.dueAt = dueAt
  return Math.ceil(ms / 1000)
}

/** Clients name themselves in any case; serial numbers are in capital letters. */
function serialOf(controllerId: string): string | null {
  const sn = controllerId.toUpperCase()
  return /^[A-Z0-9-]{5,32}$/.test(sn) ? sn : null
}

const baseAddress = ({ env }: Platform, { protocol, host, params }: Request): string => {
  const own = (env.publicUrl ?? `${protocol}://${host}`).replace(/\/+$/, '')
  return `${own}${ddiPath}/${encodeURIComponent(params.controllerId)}`
}

const unkept = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

const tell = (reply: FastifyReply, said: object) =>
  unkept(reply).type('application/json; charset=utf-8').send(JSON.stringify(said))

const refuse = (reply: FastifyReply, status: Status) =>
  unkept(reply).status(status).send({ error: reasons[status] })

/** Its terminal is disabled: it goes on once it is enabled again. */
const putOff = (reply: FastifyReply) => refuse(reply.header('retry-after', heldSeconds), 503)

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString() : '', storable)
  } catch {
    return null
  }
}

/** What a client says counts although no text may hold some of its characters. */
const storable = (key: string, value: unknown): unknown => {
  if (key.includes('\0') || !key.isWellFormed()) return undefined
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}
