import type { Speech } from '../core/speech.ts'
import type { TextKey } from '../texts/index.ts'
import { detailWords } from './detailWords.ts'
import type { DeviceLogEntry } from './log.ts'

/** How it is known that a scrapped terminal holds no keys. */
const erasedTexts: ReadonlyMap<unknown, TextKey> = new Map([
  ['WIPED', 'life.keysErased.WIPED'],
  ['CONFIRMED', 'life.keysErased.CONFIRMED'],
])

type Told = Pick<DeviceLogEntry, 'data' | 'otherOrgName'> & { readonly code: string }

/** What belongs to an entry of a terminal's log, in words: what changed, why, and whatever else was told. */
export function logWords({ code, data, otherOrgName }: Told, say: Speech): string {
  const { from, to, orgId: _, kind, cause, note, reason, cmd, package: app, ...rest } = data
  const { mid, batch, revision, lifecycle, keysErased, ...told } = rest
  const erased = erasedTexts.get(keysErased)
  const words = [
    ...(typeof app === 'string' ? [app] : []),
    ...worded('device.command', cmd, say),
    ...worded('alarm.kind', kind, say),
    ...worded('device.lifecycle', lifecycle, say),
    ...changed(code, { from, to }, say),
    ...(otherOrgName === null ? [] : [toOrganization(code, otherOrgName, say)]),
    ...placed('deviceLog.mid', mid, say),
    ...placed('deviceLog.batch', batch, say),
    ...placed('deviceLog.revision', revision, say),
    ...worded('alarm.cause', cause, say),
    ...(erased === undefined ? [] : [say.t(erased)]),
    ...placed('deviceLog.reason', reason ?? note, say),
  ]
  const others = detailWords(told, say)
  // Some are sentences, others a word: a comma would make one sentence of them.
  return [...words, ...(others === '' ? [] : [others])].join(' · ')
}

const toOrganization = (code: string, value: string, { t }: Speech) =>
  t(code === 'MOVED_IN' ? 'deviceLog.fromOrg' : 'deviceLog.toOrg', { value })

const placed = (key: TextKey, value: unknown, { t }: Speech): string[] =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? [t(key, { value })]
    : []

const worded = (key: string, value: unknown, { word }: Speech): string[] =>
  typeof value === 'string' ? [word(key, value)] : []

/** Of states their words, of versions and numbers themselves. */
function changed(
  code: string,
  { from, to }: { readonly from: unknown; readonly to: unknown },
  say: Speech,
): string[] {
  const { t, isolated } = say
  const states = code === 'REPAIR_MOVED' ? 'repair.state' : 'device.lifecycle'
  const [before] = worded(states, from, say)
  const [after] = worded(states, to, say)
  if (before !== undefined && after !== undefined)
    return [t('deviceLog.fromTo', { from: isolated(before), to: isolated(after) })]
  if (after !== undefined) return [t('deviceLog.toOnly', { to: after })]
  return before === undefined ? [] : [t('deviceLog.fromOnly', { from: before })]
}
