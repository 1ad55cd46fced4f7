import { isAbsolute, resolve } from 'node:path'
import { isNetwork } from '@muster/contract'

/** What the operator must set right: stops the start with a sentence that names it. */
export class ConfigurationError extends Error {}

export const roles = ['web', 'gateway', 'worker'] as const
export type Role = (typeof roles)[number]

export interface Env {
  readonly port: number
  readonly host: string
  readonly dataFolder: string
  readonly databaseUrl: string | null
  readonly mqttUrl: string | null
  readonly mqttPort: number
  /** What a broker of its own shows when it asks who may connect; null: nobody may ask. */
  readonly brokerToken: string | null
  readonly adminPassword: string | null
  readonly publicUrl: string | null
  /** The mail server where MAILCONFIG names none. */
  readonly smtpUrl: string | null
  /** The virus scanner that uploads are shown to: clamd over TCP or a local socket. */
  readonly clamdUrl: string | null
  /** The built console to serve; null: the one beside this server. */
  readonly consoleFolder: string | null
  readonly allowUnboundSessions: boolean
  /** Hosts (with port) whose pages may be embedded over plain http. */
  readonly frameHosts: readonly string[]
  /** DNS servers (address with port) that prove domains; none: those of this computer. */
  readonly dnsServers: readonly string[]
  /** Private networks that webhooks may be sent to all the same. */
  readonly webhookNetworks: readonly string[]
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

type Variables = Readonly<Record<string, string | undefined>>

/** Reads and checks the whole configuration once. Throws {@link ConfigurationError}. */
export function readEnv(variables: Variables, args: readonly string[]): Env {
  const { chosenRoles, demo } = readArguments(args)
  return {
    port: wholeNumber(variables, 'PORT', { otherwise: 15000, min: 0, max: 65535 }),
    host: variables['HOST'] ?? '0.0.0.0',
    dataFolder: folder(variables['MUSTER_DATA'] ?? '.muster'),
    databaseUrl: address(variables, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    mqttUrl: address(variables, 'MQTT_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']),
    mqttPort: wholeNumber(variables, 'MQTT_PORT', { otherwise: 1883, min: 0, max: 65535 }),
    brokerToken: brokerToken(variables),
    adminPassword: adminPassword(variables),
    publicUrl: address(variables, 'MUSTER_PUBLIC_URL', ['http:', 'https:']),
    smtpUrl: address(variables, 'SMTP_URL', ['smtp:', 'smtps:']),
    clamdUrl: address(variables, 'CLAMD_URL', ['tcp:', 'unix:']),
    consoleFolder: variables['MUSTER_CONSOLE'] ? folder(variables['MUSTER_CONSOLE']) : null,
    allowUnboundSessions: flag(variables, 'MUSTER_ALLOW_UNBOUND_SESSIONS'),
    frameHosts: hosts(variables, 'MUSTER_FRAME_HOSTS'),
    dnsServers: hosts(variables, 'MUSTER_DNS_SERVERS'),
    webhookNetworks: networks(variables, 'MUSTER_WEBHOOK_NETWORKS'),
    virtualRole: flag(variables, 'MUSTER_VIRTUAL_ROLE'),
    secret: secret(variables),
    heartbeatSeconds: wholeNumber(variables, 'MUSTER_HEARTBEAT_SECONDS', {
      otherwise: demo ? 30 : 120,
      min: 5,
      max: 3600,
    }),
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

function flag(variables: Variables, name: string): boolean {
  const text = variables[name] ?? ''
  if (!['', 'true', 'false'].includes(text))
    throw new ConfigurationError(`${name} must be true or false, not "${text}".`)
  return text === 'true'
}

function hosts(variables: Variables, name: string): readonly string[] {
  const words = (variables[name] ?? '').split(',').map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  const wrong = named.find((word) => !/^[a-z0-9.-]+(:\d+)?$/.test(word))
  if (wrong !== undefined)
    throw new ConfigurationError(`${name} must be hosts such as board.local:3000, not "${wrong}".`)
  return named
}

function networks(variables: Variables, name: string): readonly string[] {
  const named = (variables[name] ?? '').split(',').flatMap((word) => word.trim() || [])
  const wrong = named.find((word) => !isNetwork(word))
  if (wrong !== undefined)
    throw new ConfigurationError(`${name} must be networks such as 10.0.0.0/8, not "${wrong}".`)
  return named
}

function oneOf(variables: Variables, name: string, allowed: readonly string[]): string {
  const text = variables[name] ?? 'info'
  if (!allowed.includes(text))
    throw new ConfigurationError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
  return text
}

function adminPassword(variables: Variables): string | null {
  const text = variables['MUSTER_ADMIN_PASSWORD']
  if (text === undefined || text === '') return null
  if (text.length < 8)
    throw new ConfigurationError('MUSTER_ADMIN_PASSWORD must have at least 8 characters.')
  return text
}

function brokerToken(variables: Variables): string | null {
  const text = variables['MUSTER_BROKER_TOKEN']
  if (text === undefined || text === '') return null
  if (text.length < 16)
    throw new ConfigurationError('MUSTER_BROKER_TOKEN must have at least 16 characters.')
  return text
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
