import type { Inherited, OrganizationSettings, SettingName, TextKey } from '@muster/contract'

/** One organisation on the way from the root, and what it sets. */
export interface Level {
  readonly id: string
  readonly name: string
  /** Whether the reader may know who set it. */
  readonly isSeen: boolean
  readonly settings: OrganizationSettings
}

/** Every setting with what holds where nobody has set it. */
export const defaults: OrganizationSettings = {
  heartbeatSeconds: null,
  locationMinutes: null,
  maintenance: null,
  blackouts: [],
  offlineAlarmMinutes: null,
  autoActivate: true,
  allowReplacement: true,
  storeVisible: true,
  launcher: null,
}

const settingNames = Object.keys(defaults).filter((name): name is SettingName => name in defaults)

interface InForce {
  readonly values: OrganizationSettings
  readonly from: Record<string, Inherited>
}

/**
 * What holds below these organisations, the highest first: of each setting the nearest one that
 * was set, and who has set it.
 */
export function inForce(levels: readonly Level[], otherwise: OrganizationSettings): InForce {
  const from: Record<string, Inherited> = {}
  for (const name of settingNames) {
    const setter = levels.findLast(({ settings }) => isSet(settings[name]))
    const source = setter?.isSeen ? { id: setter.id, name: setter.name } : null
    from[name] = { from: source, isDefault: setter === undefined }
  }
  const values = levels.reduce(
    (above, { settings }) => ({ ...above, ...setOnly(settings) }),
    otherwise,
  )
  return { values, from }
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** What is kept: only what is set. */
export const setOnly = (settings: OrganizationSettings): Partial<OrganizationSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => isSet(value)))

interface Fault {
  readonly field: SettingName
  readonly says: TextKey
}

/** What the members of a setting say against each other; null: nothing. */
export function faultOfSettings({ maintenance, blackouts }: OrganizationSettings): Fault | null {
  if (maintenance && maintenance.from === maintenance.until)
    return { field: 'maintenance', says: 'organization.config.emptyWindow' }
  if (blackouts?.some(({ from, until }) => until < from))
    return { field: 'blackouts', says: 'organization.config.endsBeforeStart' }
  return null
}

/** The settings that differ between two places. */
export const differing = (one: OrganizationSettings, other: OrganizationSettings): SettingName[] =>
  settingNames.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
