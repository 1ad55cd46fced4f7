import type { TextKey } from '@muster/contract'

export type ReportKind = 'info' | 'net' | 'loc'

interface Group {
  readonly title: TextKey
  readonly members: readonly string[]
}

/** The reports of a terminal and how their members are grouped; members have labels below. */
export const reportGroups: Readonly<Record<ReportKind, readonly Group[]>> = {
  info: [
    {
      title: 'device.group.system',
      members: [
        'firmware',
        'agentVersion',
        'os',
        'sdk',
        'patch',
        'build',
        'parts',
        'bootCount',
        'bootId',
        'timezone',
        'skewSeconds',
        'language',
        'settings',
        'attributes',
      ],
    },
    {
      title: 'device.group.hardware',
      members: [
        'hw',
        'ramMb',
        'storageMb',
        'storageFreeMb',
        'screen',
        'batteryHealthPercent',
        'printer',
        'imei',
        'imei2',
        'sims',
        'mac',
        'abis',
        'capabilities',
      ],
    },
    { title: 'device.group.security', members: ['isTampered', 'isRooted', 'isLocked'] },
  ],
  net: [
    { title: 'device.group.network', members: ['type', 'operator', 'ip', 'ssid', 'apn', 'rssi'] },
  ],
  loc: [{ title: 'device.group.location', members: ['lat', 'lng', 'acc', 'src', 'at', 'fence'] }],
}

export const reportTexts: Readonly<Record<ReportKind, TextKey>> = {
  info: 'device.report.info',
  net: 'device.report.net',
  loc: 'device.report.loc',
}

const memberTexts: ReadonlyMap<string, TextKey> = new Map([
  ['info.firmware', 'device.firmware'],
  ['info.agentVersion', 'device.agentVersion'],
  ['info.os', 'device.info.os'],
  ['info.sdk', 'device.info.sdk'],
  ['info.patch', 'device.info.patch'],
  ['info.build', 'device.info.build'],
  ['info.parts', 'device.info.parts'],
  ['info.hw', 'device.info.hw'],
  ['info.attributes', 'device.info.attributes'],
  ['info.bootId', 'device.info.bootId'],
  ['info.bootCount', 'device.info.bootCount'],
  ['info.ramMb', 'device.info.ramMb'],
  ['info.storageMb', 'device.info.storageMb'],
  ['info.storageFreeMb', 'device.info.storageFreeMb'],
  ['info.screen', 'device.info.screen'],
  ['info.batteryHealthPercent', 'device.info.batteryHealthPercent'],
  ['info.imei', 'device.imei'],
  ['info.imei2', 'device.imei2'],
  ['info.sims', 'device.info.sims'],
  ['info.mac', 'device.info.mac'],
  ['info.timezone', 'device.info.timezone'],
  ['info.skewSeconds', 'device.info.skewSeconds'],
  ['info.language', 'device.info.language'],
  ['info.isRooted', 'device.info.isRooted'],
  ['info.isTampered', 'device.info.isTampered'],
  ['info.isLocked', 'device.info.isLocked'],
  ['info.printer', 'device.info.printer'],
  ['info.abis', 'apk.abis'],
  ['info.capabilities', 'device.info.capabilities'],
  ['info.settings', 'device.settings'],
  ['net.type', 'device.net.type'],
  ['net.operator', 'device.net.operator'],
  ['net.ip', 'device.net.ip'],
  ['net.ssid', 'device.net.ssid'],
  ['net.apn', 'device.net.apn'],
  ['net.rssi', 'device.net.rssi'],
  ['loc.lat', 'device.loc.lat'],
  ['loc.lng', 'device.loc.lng'],
  ['loc.acc', 'device.loc.acc'],
  ['loc.src', 'device.loc.src'],
  ['loc.at', 'device.loc.at'],
  ['loc.fence', 'device.fence'],
])

/** Members that have a part of the page of their own. */
const elsewhere: ReadonlySet<string> = new Set(['accessories'])

export interface Member {
  readonly name: string
  /** Null: a member that this console does not know; it is shown as it is called. */
  readonly label: TextKey | null
  readonly value: unknown
}

export interface MemberGroup {
  readonly title: TextKey
  readonly members: readonly Member[]
}

const other: TextKey = 'device.group.other'

/** The members of a report in their groups; those that nobody knows come last, none is lost. */
export function groupsOf(
  kind: string,
  document: Readonly<Record<string, unknown>>,
): readonly MemberGroup[] {
  const groups = isReportKind(kind) ? reportGroups[kind] : []
  const known = new Set(groups.flatMap(({ members }) => members))
  const others = Object.keys(document).filter((name) => !known.has(name) && !elsewhere.has(name))
  return [...groups, { title: other, members: others }]
    .map(({ title, members }) => ({
      title,
      members: members
        .filter((name) => document[name] !== undefined && document[name] !== null)
        .map((name) => ({
          name,
          label: memberTexts.get(`${kind}.${name}`) ?? null,
          value: document[name],
        })),
    }))
    .filter(({ members }) => members.length > 0)
}

const isReportKind = (kind: string): kind is ReportKind => kind in reportGroups
