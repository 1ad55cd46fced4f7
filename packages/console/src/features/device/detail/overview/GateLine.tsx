import type { Gate, JudgedGate, TextKey } from '@muster/contract'
import { PassLine } from '../../../../kit/page/PassLine.tsx'
import { Phrase } from '../../../../kit/page/Phrase.tsx'
import { Time } from '../../../../kit/page/values.tsx'
import { formatAll } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { lifecycleTexts, lockTexts, presenceTexts } from '../../facts/deviceTexts.ts'

const gateTexts: Readonly<Record<Gate, TextKey>> = {
  LIFECYCLE: 'life.gate.LIFECYCLE',
  DEPOT: 'life.gate.DEPOT',
  ENABLED: 'life.gate.ENABLED',
  REGISTERED: 'life.gate.REGISTERED',
  PRESENCE: 'life.gate.PRESENCE',
  SUPPORT: 'life.gate.SUPPORT',
  QUEUE: 'life.gate.QUEUE',
  HALT: 'life.gate.HALT',
  BLACKOUT: 'life.gate.BLACKOUT',
  PACE: 'life.gate.PACE',
  SETTINGS: 'life.gate.SETTINGS',
  LOCK: 'life.gate.LOCK',
  FENCE: 'life.gate.FENCE',
  KEYS: 'life.gate.KEYS',
}

/** A gate, what it was judged by, and whether it lets through. */
export function GateLine({
  gate: { gate, passes, value, at, until },
}: {
  readonly gate: JudgedGate
}) {
  const shown = valueOf(gate, value)
  return (
    <PassLine passes={passes} until={until}>
      {t(gateTexts[gate])}
      {shown && <>: {shown}</>}{' '}
      {at && <Phrase text={t('life.gateSince')} parts={{ time: <Time at={at} /> }} />}
    </PassLine>
  )
}

const valueTexts: Partial<Record<Gate, Readonly<Record<string, TextKey>>>> = {
  LIFECYCLE: lifecycleTexts,
  PRESENCE: presenceTexts,
  LOCK: lockTexts,
}

/** A gate's value in the reader's words. */
function valueOf(gate: Gate, value: string | null): string | null {
  if (gate === 'KEYS' && value !== null) return formatAll(value.split(', '))
  const key = value === null ? undefined : valueTexts[gate]?.[value]
  return key ? t(key) : value
}
