import { isAbsolute, join, resolve } from 'node:path'
import { isNetwork } from '@muster/contract'
import { bucketIn, type S3Settings } from './bucketAddress.ts'

/** What the operator must set right: stops the start with a sentence that names it. */
export class ConfigurationError extends Error {}

export const roles = ['web', 'gateway', 'worker'] as const
export type Role = (typeof roles)[number]

/** Where NATS is. */
export interface NatsAddresses {
  readonly servers: readonly string[]
  /** The nodes' MQTT listeners, for terminals and gateways. */
  readonly mqtt: readonly string[]
}

export interface Env {
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly databaseUrl: string | null
  /** The database without the pooler in between, where DATABASE_URL names one. */
  readonly databaseDirectUrl: string | null
  /** How many connections each role may hold for its work. */
  readonly poolSizes: Readonly<Record<Role, number>>
  /** Null: the embedded broker. */
  readonly nats: NatsAddresses | null
  /** A role that may give the action log an owner of its own; null: none. */
  readonly databaseOwnerUrl: string | null
  readonly mqttPort: number
  /** The embedded broker's listener with TLS; null: there is none. */
  readonly mqttTls: MqttTls | null
  /** Networks of proxies that say by the PROXY protocol whom they speak for. */
  readonly mqttTrustedProxies: readonly string[]
  readonly adminPassword: string | null
  readonly publicUrl: string | null
  /** The mail server where MAILCONFIG names none. */
  readonly smtpUrl: string | null
  /** Where the proxy in front serves the data folder's files to whom it is told to; null: they are read here. */
  readonly fileRedirect: string | null
  /** Where stored files go in time; null: they stay in the data folder. */
  readonly s3: S3Settings | null
  /** The virus scanner that uploads are shown to: clamd over TCP or a local socket. */
  readonly clamdUrl: string | null
  /** The built console to serve; null: the one beside this server. */
  readonly consoleFolder: string | null
  readonly allowUnboundSessions: boolean
  /** Hosts (with port) whose pages may be embedded over plain http. */
  readonly frameHosts: readonly string[]
  /** A MapLibre style in place of the map that comes with the console. */
  readonly mapStyle: string | null
  /** Origins that this style fetches tiles, glyphs and pictures from, besides its own. */
  readonly mapOrigins: readonly string[]
  /** Where plug-ins of output formats lie; null: there are none. */
  readonly paramFormats: string | null
  /** DNS servers (address with port) that prove domains; none: those of this computer. */
  readonly dnsServers: readonly string[]
  /** Private networks that webhooks may be sent to all the same. */
  readonly webhookNetworks: readonly string[]
  /** Private networks that mail servers of the screen MAILCONFIG may lie in. */
  readonly mailNetworks: readonly string[]
  /** Networks whose X-Forwarded-* headers are believed, besides this computer's own. */
  readonly trustedProxies: readonly string[]
  /** Who is told the newest block of the action log: `file:`, `https:`, `http:` or `mailto:`. */
  readonly logAnchors: readonly URL[]
  /** Whether `/docs` shows the API. */
  readonly apiDocs: boolean
  /** Where `/metrics` is served instead of beside everything else; null: beside. */
  readonly metricsListen: ListenAddress | null
  /** What whoever reads `/metrics` shows as bearer; null: nothing. */
  readonly metricsToken: string | null
  /** A closed demonstration: visitors get full access without signing in. */
  readonly virtualRole: boolean
  /** 32 bytes, base64: seals what is secret at rest. Null: a key file in the data folder. */
  readonly secret: string | null
  /** Seconds between heartbeats where neither model nor agent says otherwise. */
  readonly heartbeatSeconds: number
  readonly logLevel: string
  readonly roles: readonly Role[]
  readonly demo: boolean
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** Files of the broker's certificate; a demo makes them where they are not named. */
export interface MqttTls {
  readonly port: number
  readonly cert: string
  readonly key: string
  /** The authority that signs certificates of terminals. */
  readonly clientCa: string | null
  readonly isSelfSigned: boolean
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads and checks the whole configuration once. Throws {@link ConfigurationError}. */
export function readEnv(variables: Variables, args: readonly string[]): Env {
  const { chosenRoles, demo } = readArguments(args)
  return {
    port: wholeNumber(variables, 'PORT', { otherwise: 15000, min: 0, max: 65535 }),
    host: variables['HOST'] ?? '0.0.0.0',
    dataFolder: folder(variables['MUSTER_DATA'] ?? '.muster'),
    databaseUrl: address(variables, 'DATABASE_URL', databaseProtocols),
    databaseDirectUrl: directAddress(variables),
    poolSizes: poolSizes(variables),
    nats: nats(variables),
    databaseOwnerUrl: address(variables, 'DATABASE_OWNER_URL', ['postgres:', 'postgresql:']),
    mqttPort: wholeNumber(variables, 'MQTT_PORT', { otherwise: 1883, min: 0, max: 65535 }),
    mqttTls: mqttTls(variables, demo),
    mqttTrustedProxies: networks(variables, 'MQTT_TRUSTED_PROXIES'),
    adminPassword: adminPassword(variables),
    publicUrl: address(variables, 'MUSTER_PUBLIC_URL', ['http:', 'https:']),
    smtpUrl: address(variables, 'SMTP_URL', ['smtp:', 'smtps:']),
    fileRedirect: redirectPrefix(variables),
    s3: s3(variables),
    clamdUrl: address(variables, 'CLAMD_URL', ['tcp:', 'unix:']),
    ...ownFolders(variables),
    allowUnboundSessions: flag(variables, 'MUSTER_ALLOW_UNBOUND_SESSIONS'),
    frameHosts: hosts(variables, 'MUSTER_FRAME_HOSTS'),
    ...ownMap(variables),
    dnsServers: hosts(variables, 'MUSTER_DNS_SERVERS'),
    webhookNetworks: networks(variables, 'MUSTER_WEBHOOK_NETWORKS'),
    mailNetworks: networks(variables, 'MUSTER_MAIL_NETWORKS'),
    trustedProxies: networks(variables, 'MUSTER_TRUSTED_PROXIES'),
    logAnchors: anchorSinks(variables, 'MUSTER_LOG_ANCHORS'),
    apiDocs: flag(variables, 'MUSTER_API_DOCS', true),
    metricsListen: listenAddress(variables, 'MUSTER_METRICS_LISTEN'),
    metricsToken: bearerToken(variables, 'MUSTER_METRICS_TOKEN'),
    virtualRole: flag(variables, 'MUSTER_VIRTUAL_ROLE'),
    secret: secret(variables),
    heartbeatSeconds: heartbeatSeconds(variables, demo),
    logLevel: oneOf(variables, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    roles: chosenRoles,
    demo,
  }
}

function readArguments(args: readonly string[]): { chosenRoles: readonly Role[]; demo: boolean } {
  let chosenRoles: readonly Role[] = roles
  let demo = false
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]
    if (arg === '--demo') demo = true
    else if (arg === '--role') chosenRoles = readRoles(args[++index])
    else if (arg?.startsWith('--role=')) chosenRoles = readRoles(arg.slice('--role='.length))
    else throw new ConfigurationError(`Unknown argument ${arg}. Known are --demo and --role.`)
  }
  return { chosenRoles, demo }
}

function readRoles(text: string | undefined): readonly Role[] {
  const named = (text ?? '').split(',').map((word) => word.trim())
  const known = roles.filter((role) => named.includes(role))
  if (known.length === 0 || known.length !== named.length)
    throw new ConfigurationError(`--role takes any of ${roles.join(',')}, not "${text ?? ''}".`)
  return known
}

function wholeNumber(
  variables: Variables,
  name: string,
  rule: { otherwise: number; min: number; max: number },
): number {
  const text = variables[name]
  if (text === undefined || text === '') return rule.otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < rule.min || value > rule.max)
    throw new ConfigurationError(
      `${name} must be a whole number from ${rule.min} to ${rule.max}, not "${text}".`,
    )
  return value
}

function address(variables: Variables, name: string, protocols: readonly string[]): string | null {
  const text = variables[name]
  if (text === undefined || text === '') return null
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new ConfigurationError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  return text
}

function redirectPrefix(variables: Variables): string | null {
  const text = variables['MUSTER_FILE_REDIRECT']
  if (text === undefined || text === '') return null
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(text))
    throw new ConfigurationError(
      `MUSTER_FILE_REDIRECT must be a path like /muster-files, not "${text}".`,
    )
  return text
}

function s3(variables: Variables): S3Settings | null {
  const url = address(variables, 'S3_URL', ['http:', 'https:'])
  const { S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secretKey = '' } = variables
  if (url === null && accessKey === '' && secretKey === '') return null
  if (url === null || accessKey === '' || secretKey === '')
    throw new ConfigurationError('S3_URL, S3_ACCESS_KEY and S3_SECRET_KEY go together.')
  const place = bucketIn(url)
  if (place) return { ...place, accessKey, secretKey }
  throw new ConfigurationError(
    'S3_URL must end with the name of a bucket, such as https://s3.example/muster-files?region=eu-central-1, and name no user.',
  )
}

const databaseProtocols = ['postgres:', 'postgresql:']

function directAddress(variables: Variables): string | null {
  const text = address(variables, 'DATABASE_DIRECT_URL', databaseProtocols)
  if (text !== null && !variables['DATABASE_URL'])
    throw new ConfigurationError(
      'DATABASE_DIRECT_URL goes with DATABASE_URL, which then names a pooler.',
    )
  return text
}

function poolSizes(variables: Variables): Env['poolSizes'] {
  const size = (name: string, otherwise: number) =>
    wholeNumber(variables, name, { otherwise, min: 2, max: 1000 })
  return {
    web: size('MUSTER_POOL_WEB', 20),
    gateway: size('MUSTER_POOL_GATEWAY', 10),
    worker: size('MUSTER_POOL_WORKER', 10),
  }
}

function heartbeatSeconds(variables: Variables, demo: boolean): number {
  const rule = { otherwise: demo ? 30 : 120, min: 5, max: 3600 }
  return wholeNumber(variables, 'MUSTER_HEARTBEAT_SECONDS', rule)
}

function flag(variables: Variables, name: string, otherwise = false): boolean {
  const text = variables[name] || String(otherwise)
  if (!['true', 'false'].includes(text))
    throw new ConfigurationError(`${name} must be true or false, not "${text}".`)
  return text === 'true'
}

function listenAddress(variables: Variables, name: string): ListenAddress | null {
  const text = variables[name]
  if (text === undefined || text === '') return null
  const [, v6, host = v6, port = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(text) ?? []
  if (host === undefined || Number(port) > 65535)
    throw new ConfigurationError(
      `${name} must be an address with a port, such as 127.0.0.1:9464 or [::1]:9464, not "${text}".`,
    )
  return { host, port: Number(port) }
}

function bearerToken(variables: Variables, name: string): string | null {
  const text = variables[name]
  if (text === undefined || text === '') return null
  if (!/^[\x21-\x7e]{16,512}$/.test(text))
    throw new ConfigurationError(
      `${name} must have 16 to 512 characters: letters, digits and signs of ASCII, no spaces.`,
    )
  return text
}

function hosts(variables: Variables, name: string): readonly string[] {
  const words = (variables[name] ?? '').split(',').map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  const wrong = named.find((word) => !/^[a-z0-9.-]+(:\d+)?$/.test(word))
  if (wrong !== undefined)
    throw new ConfigurationError(`${name} must be hosts such as board.local:3000, not "${wrong}".`)
  return named
}

/** Where the operator's own console and plug-ins lie. */
function ownFolders(variables: Variables): Pick<Env, 'consoleFolder' | 'paramFormats'> {
  const at = (name: string) => (variables[name] ? folder(variables[name]) : null)
  return { consoleFolder: at('MUSTER_CONSOLE'), paramFormats: at('MUSTER_PARAM_FORMATS') }
}

/** The operator's own map, and where the browser may fetch it from. */
function ownMap(variables: Variables): Pick<Env, 'mapStyle' | 'mapOrigins'> {
  const mapStyle = address(variables, 'MUSTER_MAP_STYLE', ['http:', 'https:'])
  const more = addresses(variables, 'MUSTER_MAP_ORIGINS', ['http:', 'https:'])
  const all = mapStyle === null ? more : [mapStyle, ...more]
  return { mapStyle, mapOrigins: [...new Set(all.map((text) => new URL(text).origin))] }
}

function networks(variables: Variables, name: string): readonly string[] {
  const named = (variables[name] ?? '').split(',').flatMap((word) => word.trim() || [])
  const wrong = named.find((word) => !isNetwork(word))
  if (wrong !== undefined)
    throw new ConfigurationError(`${name} must be networks such as 10.0.0.0/8, not "${wrong}".`)
  return named
}

function anchorSinks(variables: Variables, name: string): readonly URL[] {
  const named = (variables[name] ?? '').split(',').flatMap((word) => word.trim() || [])
  const isSink = (word: string) =>
    URL.canParse(word) && /^(?:file:\/\/\/|https?:\/\/|mailto:[^@/]+@)/.test(word)
  const wrong = named.find((word) => !isSink(word))
  if (wrong !== undefined)
    throw new ConfigurationError(
      `${name} must be addresses that begin with file:///, https://, http:// or mailto:, not "${wrong}".`,
    )
  return named.map((word) => new URL(word))
}

function oneOf(variables: Variables, name: string, allowed: readonly string[]): string {
  const text = variables[name] ?? 'info'
  if (!allowed.includes(text))
    throw new ConfigurationError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
  return text
}

/** TLS of the embedded broker: both files, or, in a demo with MQTTS_PORT, a certificate of its own. */
function mqttTls(variables: Variables, demo: boolean): MqttTls | null {
  const named = (name: string) => (variables[name] ? folder(variables[name]) : null)
  const [cert, key] = [named('MQTT_TLS_CERT'), named('MQTT_TLS_KEY')]
  const clientCa = named('MQTT_TLS_CLIENT_CA')
  const port = wholeNumber(variables, 'MQTTS_PORT', { otherwise: 8883, min: 0, max: 65535 })
  if (cert && key) return { port, cert, key, clientCa, isSelfSigned: false }
  if (cert || key || clientCa)
    throw new ConfigurationError('MQTT_TLS_CERT and MQTT_TLS_KEY must both name a file.')
  if (!variables['MQTTS_PORT']) return null
  if (!demo)
    throw new ConfigurationError('MQTTS_PORT needs the files MQTT_TLS_CERT and MQTT_TLS_KEY.')
  const own = (name: string) => join(folder(variables['MUSTER_DATA'] ?? '.muster'), name)
  return {
    port,
    cert: own('demo-mqtt.crt'),
    key: own('demo-mqtt.key'),
    clientCa: null,
    isSelfSigned: true,
  }
}

function adminPassword(variables: Variables): string | null {
  const text = variables['MUSTER_ADMIN_PASSWORD']
  if (text === undefined || text === '') return null
  if (text.length < 8)
    throw new ConfigurationError('MUSTER_ADMIN_PASSWORD must have at least 8 characters.')
  return text
}

function addresses(
  variables: Variables,
  name: string,
  protocols: readonly string[],
): readonly string[] {
  const words = (variables[name] ?? '').split(',').map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  const isFit = (word: string) => {
    if (!URL.canParse(word)) return false
    const { protocol, hostname, username } = new URL(word)
    return protocols.includes(protocol) && hostname !== '' && username === ''
  }
  if (!named.every(isFit))
    throw new ConfigurationError(
      `${name} must be addresses without a user name, separated by commas, each beginning with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    )
  return named
}

/** A broker of another make cannot keep what it acknowledges for a gateway that died. */
function nats(variables: Variables): NatsAddresses | null {
  const old = ['MQTT_URL', 'MUSTER_BROKER_TOKEN'].find((name) => variables[name])
  if (old !== undefined)
    throw new ConfigurationError(
      `${old} is not used any more: several machines share their terminals through NATS, so remove ${old} and set NATS_URL (docs/operations.md, "NATS"), or neither for the embedded broker.`,
    )
  const servers = addresses(variables, 'NATS_URL', ['nats:', 'tls:'])
  const named = addresses(variables, 'NATS_MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:'])
  if (servers.length === 0) {
    if (named.length > 0) throw new ConfigurationError('NATS_MQTT_URL is set without NATS_URL.')
    return null
  }
  return { servers, mqtt: named.length > 0 ? named : servers.map(mqttOf) }
}

/** The usual port of MQTT on the same machine. */
function mqttOf(server: string): string {
  const { protocol, hostname } = new URL(server)
  return protocol === 'tls:' ? `mqtts://${hostname}:8883` : `mqtt://${hostname}:1883`
}

function secret(variables: Variables): string | null {
  const text = variables['MUSTER_SECRET']
  if (text === undefined || text === '') return null
  if (Buffer.from(text, 'base64').length !== 32)
    throw new ConfigurationError('MUSTER_SECRET must be 32 bytes in base64.')
  return text
}

function folder(text: string): string {
  return isAbsolute(text) ? text : resolve(text)
}
