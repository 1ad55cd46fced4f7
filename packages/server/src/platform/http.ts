import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import websocket from '@fastify/websocket'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Readiness } from './readiness.ts'
import { addSecurityHeaders } from './securityHeaders.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What under-pressure asks for this route in place of its own handler. */
    pressureHandler?: () => undefined
  }
  interface FastifyInstance {
    /** Calls are refused, because they would wait for seconds. */
    isRefusingCalls(): boolean
  }
}

/** Config of a route that tells how the process is: it answers while others are refused. */
export const answersAlways = { pressureHandler: () => undefined }

/** Bodies of console calls are forms and lists of ids; files have calls of their own. */
const bodyLimit = 1024 * 1024

/** Characters of a part of an address: the longest name of a file, and what is said behind it. */
const maxParamLength = 264

/** Milliseconds for a whole request to arrive. */
const requestTimeout = 30_000

/** Milliseconds until a delay of the event loop means load: the start itself holds it up for long. */
const warmUp = 3_000

/** The bare HTTP server: limits, security headers, bodies kept as the bytes that were signed. */
export async function makeHttp(
  log: FastifyBaseLogger,
  options: {
    secure: boolean
    /** Networks of proxies, besides this computer, that say truly whom they speak for. */
    trustedProxies?: readonly string[]
    /** Where the operator's own map comes from. */
    mapOrigins?: readonly string[]
    frameworkErrors?: FastifyServerOptions['frameworkErrors']
  },
): Promise<FastifyInstance> {
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // Addresses that no route can be looked up for: too long, or no text when decoded.
    ...(options.frameworkErrors ? { frameworkErrors: options.frameworkErrors } : {}),
    requestTimeout,
    // The larger of the two bounds the body, whatever its name, and Node's own for the headers is a
    // minute; it also looks only every 30 s, unless told otherwise.
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: 2_000 },
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength, ignoreTrailingSlash: false },
    trustProxy: ['loopback', ...(options.trustedProxies ?? [])],
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  await addSecurityHeaders(http, options)
  await refuseUnderPressure(http)
  // What a route asks for by `compress`: the texts of a language shrink to a quarter.
  await http.register(compress, { global: false, globalDecompression: false })
  await http.register(websocket, { options: { maxPayload: 4096 } })
  return http
}

/** Answers 503 while calls would wait for seconds; never in the first seconds of a process. */
async function refuseUnderPressure(http: FastifyInstance): Promise<void> {
  let isWarm = false
  http.addHook('onListen', async () => {
    setTimeout(() => (isWarm = true), warmUp).unref()
  })
  http.decorate('isRefusingCalls', () => isWarm && http.isUnderPressure())
  await http.register(underPressure, {
    maxEventLoopDelay: 2_000,
    pressureHandler: async () => {
      if (http.isRefusingCalls())
        throw Object.assign(new Error('The event loop is late'), { statusCode: 503 })
    },
  })
}

/** A process that refuses calls is not ready, and no restart would help it. */
export const loadCheck = (http: FastifyInstance): Readiness => ({
  name: 'load',
  check: async () =>
    http.isRefusingCalls()
      ? 'The process has more to do than it can: calls would wait for seconds, and are refused.'
      : null,
})
