import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { Logger } from 'pino'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { isAllowedFrom } from './allowedNetwork.ts'
import {
  type Authorities,
  type Certified,
  certifiedBy,
  isSameTls,
  requireTls,
  readTls,
  type TlsFiles,
  type Trust,
} from './brokerTls.ts'
import { ConfigurationError } from './env.ts'
import { every } from './every.ts'
import { readProxyHeader } from './proxyHeader.ts'

/** Who is at the other end of a connection. */
export interface Arrival {
  readonly ip: string
  /** What its certificate vouches for; null: it has shown none. */
  readonly certified: Certified | null
  readonly protocol: 'MQTT' | 'MQTTS' | 'WS' | 'WSS'
}

export interface ListenerOptions {
  readonly port: number
  readonly host?: string
  readonly tls?: (TlsFiles & { readonly port: number }) | null
  /** Whose certificates vouch for some of the terminals, beside those of the file; asked again and again. */
  readonly authorities?: () => Promise<Authorities>
  /** Proxies that say in a PROXY header whom they speak for. */
  readonly trustedProxies?: readonly string[]
  readonly maxPacketBytes: number
  readonly log: Logger
}

/** What becomes of connections. */
export interface Arrivals {
  /** A stream of MQTT packets. */
  readonly arrived: (stream: Duplex, arrival: Arrival) => void
  readonly turnedAway: (because: string) => void
}

export interface Listeners {
  /** Ports while they are open. */
  readonly port: () => number | null
  readonly securePort: () => number | null
  readonly isOpen: () => boolean
  readonly open: (arrivals: Arrivals) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Milliseconds that a connection has until its first MQTT packet begins. */
const patienceMs = 10_000
/** Seconds between two looks at the files of the certificate. */
const lookSeconds = 5

/**
 * Where terminals come in: MQTT, or WebSocket at `/mqtt`, on one port without TLS and one with it.
 * Opening throws {@link ConfigurationError} when a port is taken or a file cannot be used.
 */
export function makeListeners(options: ListenerOptions): Listeners {
  const { tls } = options
  const plain = createServer()
  const secure = createServer()
  const stops: (() => Promise<unknown> | void)[] = []
  return {
    port: () => portOf(plain),
    securePort: () => portOf(secure),
    isOpen: () => plain.listening && (!tls || secure.listening),
    async open(arrivals) {
      const web = webSockets(options, arrivals)
      plain.on('connection', (socket) =>
        introduce({ socket, options, arrivals }, (ip) =>
          sort(web, arrivals, {
            stream: socket,
            arrival: { ip, certified: null, protocol: 'MQTT' },
          }),
        ),
      )
      await listen(plain, options, 'MQTT_PORT')
      stops.push(() => void plain.close())
      if (!tls) return
      const encrypted = await secureServer(tls, options)
      stops.push(encrypted.stop, () => void secure.close())
      encrypt(encrypted, options, { ...arrivals, secure, web })
      await listen(secure, { ...options, port: tls.port }, 'MQTTS_PORT')
    },
    async stop() {
      for (const stop of stops) await stop()
    },
  }
}

function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : null
}

/** A TLS server, with what it shows and whom it trusts now. */
interface Encrypted {
  readonly server: TlsServer
  readonly trust: () => Trust
  readonly stop: () => Promise<unknown> | void
}

const nobody = (): Promise<Authorities> => Promise.resolve([])

/** A TLS server without a port of its own, which follows its files without dropping anybody. */
async function secureServer(
  files: TlsFiles,
  { authorities = nobody, log }: Pick<ListenerOptions, 'authorities' | 'log'>,
): Promise<Encrypted> {
  let trust = await requireTls(files, await authorities())
  // Who shows a certificate is looked at by name; who shows none proves himself by password.
  const server = createTlsServer({
    ...trust.content,
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: patienceMs,
  })
  const look = every({ name: 'renewing the certificate', seconds: lookSeconds, log }, async () => {
    const now = await readTls(files, await authorities())
    if (isSameTls(trust.content, now.content)) return
    server.setSecureContext(now.content)
    trust = now
    log.info('terminals are shown a new certificate, or are trusted by others')
  })
  return { server, trust: () => trust, stop: look.stop }
}

interface SecureEntry extends Arrivals {
  readonly secure: Server
  readonly web: Web
}

/** What is known of a connection before it has shaken hands. */
interface Introduced {
  readonly ip: string
  /** Its handshake is judged by this, however long it takes and whatever is trusted when it ends. */
  readonly trust: Trust
}

/** Lets connections in through TLS; a PROXY header comes before it, in the clear. */
function encrypt(
  { server, trust }: Encrypted,
  options: ListenerOptions,
  { secure, web, ...arrivals }: SecureEntry,
): void {
  const introduced = new Map<string, Introduced>()
  secure.on('connection', (socket) =>
    introduce({ socket, options, arrivals }, (ip) => {
      const place = placeOf(socket)
      // The server gives it its context in this very tick.
      const known = { ip, trust: trust() }
      introduced.set(place, known)
      // Its place may be another's already when it hears that it is closed.
      socket.once('close', () => introduced.get(place) === known && introduced.delete(place))
      server.emit('connection', socket)
    }),
  )
  server.on('tlsClientError', () => arrivals.turnedAway('tls'))
  server.on('secureConnection', (stream) => {
    stream.on('error', () => undefined)
    const known = introduced.get(placeOf(stream))
    // It has gone before it was let in.
    if (!known) return stream.destroy()
    const certified = certifiedBy(stream, known.trust)
    const arrival = { ip: known.ip, protocol: 'MQTTS' } as const
    if (certified !== 'strange')
      return sort(web, arrivals, { stream, arrival: { ...arrival, certified } })
    arrivals.turnedAway('certificate')
    stream.destroy()
  })
}

/** Tells a connection from all others that are open. */
const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** An IPv4 address as such, where the listener takes both kinds. */
const plainAddress = (address = '') => address.replace(/^::ffff:/, '')

interface Stranger {
  readonly socket: Socket
  readonly options: ListenerOptions
  readonly arrivals: Arrivals
}

/** Learns whose connection it is: the other end's, or whomever a trusted proxy speaks for. */
function introduce(
  { socket, options: { trustedProxies = [] }, arrivals: { turnedAway } }: Stranger,
  then: (ip: string) => void,
): void {
  socket.on('error', () => undefined)
  socket.setNoDelay(true)
  const ip = plainAddress(socket.remoteAddress)
  if (trustedProxies.length === 0 || !isAllowedFrom(ip, trustedProxies)) return then(ip)
  let known = Buffer.alloc(0)
  peek(socket, (bytes) => {
    known = Buffer.concat([known, bytes])
    const header = readProxyHeader(known)
    if (header === 'more') return false
    if (header === 'wrong') {
      turnedAway('proxy')
      socket.destroy()
      return true
    }
    if (known.length > header.length) socket.unshift(known.subarray(header.length))
    then(header.ip ?? ip)
    return true
  })
}

interface Newcomer {
  readonly stream: Duplex
  readonly arrival: Arrival
}

/** HTTP begins with a letter, MQTT with 0x10: both may come by one port. */
function sort({ greet }: Web, { arrived }: Arrivals, newcomer: Newcomer): void {
  const { stream, arrival } = newcomer
  peek(stream, (bytes) => {
    stream.unshift(bytes)
    if (bytes[0] === 0x47) greet(newcomer)
    else arrived(stream, arrival)
    return true
  })
}

/** Shows the first bytes as they come until `read` has seen enough; too slow a stream is closed. */
function peek(stream: Duplex, read: (bytes: Buffer) => boolean): void {
  const timer = setTimeout(() => stream.destroy(), patienceMs)
  const end = () => clearTimeout(timer)
  const look = () => {
    const bytes: unknown = stream.read()
    if (!Buffer.isBuffer(bytes)) return
    stream.off('readable', look)
    if (read(bytes)) end()
    else stream.on('readable', look)
  }
  stream.once('close', end)
  // Whoever leaves before he has said anything is read to his end.
  stream.once('end', () => stream.destroy())
  stream.on('readable', look)
}

interface Web {
  readonly greet: (newcomer: Newcomer) => void
}

/** WebSocket at `/mqtt`; every other HTTP request is refused. */
function webSockets({ maxPacketBytes }: ListenerOptions, { arrived }: Arrivals): Web {
  const origins = new WeakMap<Duplex, Arrival>()
  const limits = new WeakMap<Duplex, NodeJS.Timeout>()
  const sockets = new WebSocketServer({
    noServer: true,
    path: '/mqtt',
    maxPayload: maxPacketBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  })
  const http = createHttpServer((_, response) =>
    response.writeHead(426, { connection: 'close' }).end(),
  )
  http.on('upgrade', (request, stream, head) => {
    const arrival = origins.get(request.socket)
    clearTimeout(limits.get(request.socket))
    if (!arrival) return stream.destroy()
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => undefined)
      const protocol = arrival.protocol === 'MQTTS' ? 'WSS' : 'WS'
      arrived(createWebSocketStream(socket), { ...arrival, protocol })
    })
  })
  return {
    greet({ stream, arrival }) {
      origins.set(stream, arrival)
      // The server of HTTP keeps its own time limits only where it listens itself.
      limits.set(
        stream,
        setTimeout(() => stream.destroy(), patienceMs),
      )
      stream.once('close', () => clearTimeout(limits.get(stream)))
      http.emit('connection', stream)
    },
  }
}

interface Place {
  readonly port: number
  readonly host?: string
}

/** An estate that was cut comes back at once; the system allows what `somaxconn` says. */
const backlog = 4096

async function listen(server: Server, { port, host }: Place, variable: string): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      fail(isTaken ? new ConfigurationError(takenPort(port, variable)) : error)
    })
    server.listen({ port, host, backlog }, done)
  })
  // A connection that dies between accept and handle must not end the process.
  server.on('error', () => undefined)
}

const takenPort = (port: number, variable: string) =>
  `Port ${port} for terminals is already in use. Set ${variable} to another one.`
