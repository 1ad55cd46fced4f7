import { codes, type Envelope, megabyte, mostChunkMB } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerCall } from './answer.ts'
import { findSender } from './authenticate.ts'
import { takeBodyTurn } from './bodyTurns.ts'
import type { IncomingRequest } from './incoming.ts'
import type { Platform } from '../kit/context.ts'
import { checkRoutes } from './checkRoutes.ts'
import { flushCalls } from './clientCalls.ts'
import { refusalOf } from './failure.ts'
import { type Refusal, statusOf } from '../kit/refusal.ts'
import { cookiesOf } from '../platform/cookies.ts'
import { prunerOf } from './reply.ts'
import type { Feature, Route } from '../kit/serve.ts'
import { translate } from '../platform/texts.ts'
import { FileAnswer } from '../platform/fileAnswer.ts'
import { sendFile } from './sendFile.ts'

/** Mounts every feature's routes; throws when one lacks a permission or a data scope. */
export function mountFeatures(
  http: FastifyInstance,
  platform: Platform,
  features: readonly Feature[],
): Route[] {
  const routes = features.flatMap((feature) => feature.routes)
  checkRoutes(routes)
  for (const route of routes) mount(http, platform, route)
  http.addHook('onClose', () => flushCalls(platform))
  http.setErrorHandler((error, request, reply) =>
    refuse(request, reply, refusalOf(error, platform.log)),
  )
  return routes
}

function mount(http: FastifyInstance, platform: Platform, route: Route): void {
  // With its first answer: what most processes never answer costs no start anything.
  let prune: ReturnType<typeof prunerOf> | null = null
  http.route({
    method: route.call.method,
    url: route.call.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.call.bytes ? largeBodies(platform) : {}),
    // A file goes as it is: its ranges and its tag are those of its bytes.
    ...(route.call.file ? {} : { compress: { encodings: ['br', 'gzip'] } }),
    handler: async (request, reply) => {
      const incoming = incomingOf(request, reply)
      const answer = await answerCall(platform, route, incoming)
      if (answer instanceof FileAnswer) return sendFile(request, reply, answer)
      prune ??= prunerOf(route.call.schemas.reply)
      const data = prune(answer)
      const msg = translate(incoming.language, 'answer.success')
      const envelope: Envelope<unknown> = { code: codes.success, msg, data: data ?? null }
      return reply.header('cache-control', 'no-store').send(envelope)
    },
  })
}

/** Bodies of parts of files, of who is signed in, some at a time. */
function largeBodies(platform: Platform) {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
    takeBodyTurn(await findSender(platform, incomingOf(request, reply)), reply.raw)
  return { bodyLimit: mostChunkMB * megabyte, onRequest }
}

/** A refusal is still JSON with a code; its HTTP status follows from the code. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const language = languageOf(request)
  const { params, fields, data } = refusal.detail
  const worded = fields?.map(({ field, message }) => ({
    field,
    message: translate(language, message, params),
  }))
  const envelope: Envelope<unknown> = {
    code: refusal.code,
    msg: translate(language, refusal.key, params),
    data: fields || data ? { ...data, ...(worded ? { fields: worded } : {}) } : null,
  }
  const status = statusOf(refusal.code)
  if (status === 503 || status === 429) reply.header('retry-after', '5')
  return reply.status(status).header('cache-control', 'no-store').send(envelope)
}

function languageOf(request: FastifyRequest): string {
  const language = request.headers['language']
  return typeof language === 'string' && /^[A-Za-z0-9-]{2,16}$/.test(language) ? language : 'en'
}

function incomingOf(request: FastifyRequest, reply: FastifyReply): IncomingRequest {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    id: request.id,
    method: request.method,
    url: request.raw.url ?? request.url,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    header,
    params: request.params,
    query: request.query,
    language: languageOf(request),
    ip: request.ip,
    cookies: cookiesOf(
      header('cookie'),
      request.protocol === 'https',
      (text) => void reply.header('set-cookie', text),
    ),
  }
}
