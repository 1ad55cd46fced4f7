import { deviceMessages, mostAttributes, type UpgradePart } from '@muster/contract'
import * as z from 'zod/mini'

export type Attributes = Readonly<Record<string, string>>

/** What the platform knows of a terminal by its own word. */
export type Told = Readonly<Record<string, unknown>>

/** What clients call what U-INFO has a member for, in the order in which they are believed. */
const names = {
  model: ['model', 'board', 'device_type', 'product'],
  vendor: ['vendor', 'manufacturer'],
  firmware: ['firmware', 'firmware_version', 'sw_version', 'swversion', 'version'],
  agentVersion: ['agentversion', 'agent_version', 'agent'],
  os: ['os', 'os_version', 'operating_system'],
  hw: ['hw', 'hwrevision', 'hw_revision', 'hardware_revision'],
  build: ['build', 'build_id'],
  patch: ['patch', 'security_patch'],
  imei: ['imei'],
  mac: ['mac', 'mac_address'],
  timezone: ['timezone', 'time_zone'],
  language: ['language', 'locale'],
} as const

type Name = keyof typeof names
const allNames = Object.keys(names).filter((name): name is Name => name in names)

/** The value that a terminal gives to what one of these names means. */
export function attributeOf(attributes: Attributes, name: Name): string | undefined {
  const known = new Map(Object.entries(attributes).map(([key, text]) => [key.toLowerCase(), text]))
  const [found] = names[name].flatMap((key) => known.get(key) || [])
  return found
}

/** Attributes as they are after a terminal has told some. */
export function mergeAttributes(
  before: Attributes,
  { data, mode }: { readonly data: Attributes; readonly mode?: string | null | undefined },
): Attributes {
  if (mode === 'replace') return data
  const gone = mode === 'remove' ? new Set(Object.keys(data)) : new Set<string>()
  const kept = Object.entries(before).filter(([name]) => !gone.has(name))
  const all = { ...Object.fromEntries(kept), ...(mode === 'remove' ? {} : data) }
  return Object.fromEntries(Object.entries(all).slice(-mostAttributes))
}

const members = new Map<string, z.core.$ZodType>(
  Object.entries(deviceMessages.information.body.shape),
)

/** Members of U-INFO that a text fits, as far as it does. */
const fitting = (told: Told): Told =>
  Object.fromEntries(
    Object.entries(told).filter(([name, value]) => {
      const member = members.get(name)
      return value !== undefined && member !== undefined && z.safeParse(member, value).success
    }),
  )

/** Whether a value is another than the one that was told before; many tell the same for ever. */
const hasChanged = (earlier: Attributes, attributes: Attributes, name: Name): boolean =>
  attributeOf(attributes, name) !== attributeOf(earlier, name)

const namesOf: Partial<Record<UpgradePart, Name>> = {
  FIRMWARE: 'firmware',
  AGENT: 'agentVersion',
}

/** Whether attributes tell a version of a part that they did not tell before. */
export function tellsAnother(before: Told, attributes: Attributes, part: UpgradePart): boolean {
  const name = namesOf[part]
  if (name === undefined || attributeOf(attributes, name) === undefined) return false
  return hasChanged(attributesIn(before), attributes, name)
}

/**
 * U-INFO's body of what a terminal has told with its attributes, upon what was known of it. Many say
 * the same for ever, as it was written into their settings: that is no news.
 */
export function informationOf(before: Told, attributes: Attributes): Told {
  const earlier = attributesIn(before)
  const isNews = (name: Name) => before[name] === undefined || hasChanged(earlier, attributes, name)
  const told = Object.fromEntries(
    allNames.flatMap((name) => (isNews(name) ? [[name, attributeOf(attributes, name)]] : [])),
  )
  const usual = { firmware: 'unknown', agentVersion: 'hawkBit DDI', os: 'Linux' }
  return { ...usual, ...fitting(before), ...fitting(told), attributes }
}

/** The same after an upgrade: the client is of one word with its platform about what runs then. */
export function afterUpgrade(before: Told, part: UpgradePart, version: string): Told {
  const told = informationOf(before, attributesIn(before))
  if (part === 'FIRMWARE') return { ...told, firmware: version }
  if (part === 'AGENT') return { ...told, agentVersion: version }
  const { parts } = z.parse(withParts, told)
  return { ...told, parts: { ...parts, [part]: version } }
}

const texts = z.record(z.string(), z.string())
const withAttributes = z.object({ attributes: z.optional(texts) })
const withParts = z.object({ parts: z.optional(texts) })

/** Attributes in a document of U-INFO. */
export const attributesIn = (document: Told): Attributes =>
  withAttributes.safeParse(document).data?.attributes ?? {}
