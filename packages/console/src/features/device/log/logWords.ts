import type { DeviceLogEntry, TextKey } from '@muster/contract'
import { isolated } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { alarmCauseTexts, alarmKindTexts, detailWords } from '../../alarm/index.ts'
import { commandText } from '../command/commandTexts.ts'
import { lifecycleTexts } from '../facts/deviceTexts.ts'
import { stateTexts as repairTexts } from '../repair/repairTexts.ts'

type Told = Pick<DeviceLogEntry, 'data' | 'otherOrgName'> & { readonly code: string }
type Texts = Readonly<Record<string, TextKey>>

/** How it is known that a scrapped terminal holds no keys. */
const erasedTexts: Texts = {
  CONFIRMED: 'life.keysErased.CONFIRMED',
  WIPED: 'life.keysErased.WIPED',
}

/** What belongs to an entry, in words: what changed, why, and whatever else was told. */
export function logWords({ code, data, otherOrgName }: Told): string {
  const { from, to, orgId: _, kind, cause, note, reason, cmd, package: app, ...rest } = data
  const { mid, batch, revision, lifecycle, keysErased, ...told } = rest
  const words = [
    ...(typeof app === 'string' ? [app] : []),
    ...(typeof cmd === 'string' ? [commandText(cmd)] : []),
    ...worded(kind, alarmKindTexts),
    ...worded(lifecycle, lifecycleTexts),
    ...changed(code, from, to),
    ...(otherOrgName === null ? [] : [toOrganization(code, otherOrgName)]),
    ...placed('deviceLog.mid', mid),
    ...placed('deviceLog.batch', batch),
    ...placed('deviceLog.revision', revision),
    ...worded(cause, alarmCauseTexts),
    ...worded(keysErased, erasedTexts),
    ...placed('deviceLog.reason', reason ?? note),
  ]
  const others = detailWords(told)
  // Some are sentences, others a word: a comma would make one sentence of them.
  return [...words, ...(others === '' ? [] : [others])].join(' · ')
}

const toOrganization = (code: string, value: string) =>
  t(code === 'MOVED_IN' ? 'deviceLog.fromOrg' : 'deviceLog.toOrg', { value })

const placed = (key: TextKey, value: unknown): string[] =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? [t(key, { value })]
    : []

function worded(value: unknown, texts: Texts): string[] {
  if (typeof value !== 'string') return []
  const key = texts[value]
  return [key === undefined ? value : t(key)]
}

/** Of states their words, of versions and numbers themselves. */
function changed(code: string, from: unknown, to: unknown): string[] {
  const texts: Texts = code === 'REPAIR_MOVED' ? repairTexts : lifecycleTexts
  const [before] = worded(from, texts)
  const [after] = worded(to, texts)
  if (before !== undefined && after !== undefined)
    return [t('deviceLog.fromTo', { from: isolated(before), to: isolated(after) })]
  if (after !== undefined) return [t('deviceLog.toOnly', { to: after })]
  return before === undefined ? [] : [t('deviceLog.fromOnly', { from: before })]
}
