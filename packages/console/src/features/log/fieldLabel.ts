import type { TextKey } from '@muster/contract'
import { formatDateTimeSeconds } from '../../platform/format.ts'
import { nameText, t } from '../../platform/texts.ts'

/**
 * Where the texts of a screen begin, where that is not the record's own name in the paths of its calls. A
 * record that shares its name with others stands here with what is before it or after it.
 */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  asynctask: ['task'],
  customize: ['customize', 'website.policy', 'website', 'theme'],
  'devicelog/file': ['logFile', 'logTrace'],
  'devicelog/rule': ['logRule', 'logFile', 'logTrace'],
  mail: ['mail.server', 'mail'],
  org: ['organization', 'organization.config', 'website.policy', 'website'],
  pwd: ['website.policy'],
  rc: ['website.remote'],
  server: ['platform.point'],
  trace: ['logTrace', 'logView', 'logFile'],
  user: ['user', 'ucenter', 'theme'],
  'user/passkey': ['ucenter.passkeys'],
  'user/token': ['ucenter.tokens', 'client'],
  'user/tokens': ['ucenter.tokens', 'client'],
}

/** Members that a screen calls by another name. */
const named: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  client: {
    lastUsedAt: 'client.lastUsed',
    menuIds: 'client.rights',
    modelIds: 'scope.models',
    oldSecretUntil: 'client.oldSecretUntil',
    organizations: 'scope.organizations',
    rightCount: 'client.rightCount',
    vendorIds: 'scope.vendors',
  },
  'customize/domain': { isProved: 'customize.isProved' },
  'devicelog/file': { days: 'logFile.retainDays', ticketNo: 'logFile.ticketNo' },
  'devicelog/rule': {
    cooldownHours: 'logRule.cooldown',
    firedCount: 'logRule.fired',
    types: 'logFile.type',
  },
  'user/token': { codes: 'client.rights', names: 'ucenter.tokens.name' },
  'user/tokens': { names: 'ucenter.tokens.name' },
}

/** The names under which a record's words may stand, the most particular first. */
function recordsOf(path: string): readonly string[] {
  const [, , module = '', , record = '', part = ''] = path.split('/')
  return [`${record}/${part}`, `${module}/${record}`, record]
}

function ofRecord<T>(words: Readonly<Record<string, T>>, path: string): T | undefined {
  const known = recordsOf(path).find((record) => record in words)
  return known === undefined ? undefined : words[known]
}

/**
 * What the screens call a member of a record that the call of an entry changed; null: nothing. The
 * text of a member has its name, that of a reference the name of what it refers to.
 */
export function fieldLabel(path: string, member: string): string | null {
  const own = ofRecord(named, path)
  const key = own && Object.hasOwn(own, member) ? own[member] : undefined
  if (key) return t(key)
  const record = recordsOf(path).at(-1) ?? ''
  const thing = member === 'orgId' ? 'organization' : member.replace(/Ids?$/, '')
  const keys = [...(ofRecord(beginnings, path) ?? [record]), 'kit'].flatMap((start) =>
    [member, thing, `${thing}s`].map((name) => `${start}.${name}`),
  )
  return keys.map(labelOf).find((label) => label !== null) ?? null
}

/** Where the words of values begin, by the member that holds them; or the word of each. */
const wordsOf: Readonly<
  Record<string, Readonly<Record<string, string | Readonly<Record<string, TextKey>>>>>
> = {
  client: {
    dataScope: 'scope',
    events: 'client.event',
    kind: 'client.kind',
    state: 'client.state',
    webhookState: 'client.webhookState',
  },
  'devicelog/rule': {
    alarmKinds: 'alarm.kind',
    condition: 'logRule.condition',
    types: 'device.log',
  },
  report: { rhythm: 'report.rhythm', format: 'report.format' },
  trace: { kinds: 'device.log', level: 'logView.level', mode: 'logTrace.mode' },
  'user/token': {
    reach: {
      ALL: 'ucenter.tokens.reachAll',
      CHOSEN: 'ucenter.tokens.reachChosen',
      READ: 'ucenter.tokens.reachRead',
    },
  },
}

const statusTexts: Readonly<Record<string, TextKey>> = { 0: 'kit.disabled', 1: 'kit.enabled' }
const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

/** What the screen of a record calls a value of its member; what it has no word for stays as it is. */
export function valueLabel(path: string, member: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  const text = String(value)
  const words = ofRecord(wordsOf, path)?.[member]
  const key = typeof words === 'string' ? `${words}.${text}` : words?.[text]
  const label = key === undefined ? null : labelOf(key)
  if (label !== null) return label
  const status = member === 'status' ? statusTexts[text] : undefined
  if (status) return t(status)
  return moment.test(text) ? formatDateTimeSeconds(text) : text
}

/** A text that stands by itself: one with something to fill in is a sentence. */
function labelOf(key: string): string | null {
  const text = nameText(key)
  return text === key || text.includes('{') ? null : text
}
