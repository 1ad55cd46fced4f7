import type { TaskItem, TextKey } from '@muster/contract'
import { Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { formatBytes, formatNumber } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { modeTexts, testTexts } from '../../command/argTexts.ts'
import classes from './tasks.module.css'

const outcomes = {
  OK: { text: 'device.testOutcome.OK', tone: 'good' },
  WARNING: { text: 'device.testOutcome.WARNING', tone: 'waiting' },
  FAILED: { text: 'device.testOutcome.FAILED', tone: 'bad' },
  ABSENT: { text: 'device.testOutcome.ABSENT', tone: 'neutral' },
} as const

const measures: ReadonlyMap<string, { readonly label: TextKey; readonly unit: TextKey }> = new Map([
  ['latencyMs', { label: 'device.result.latencyMs', unit: 'device.result.ms' }],
  ['downKbps', { label: 'device.result.downKbps', unit: 'device.result.kbps' }],
  ['upKbps', { label: 'device.result.upKbps', unit: 'device.result.kbps' }],
])

const labels: ReadonlyMap<string, TextKey> = new Map([
  ['bytes', 'device.result.bytes'],
  ['path', 'device.result.path'],
  ['lines', 'device.result.lines'],
  ['subject', 'device.result.subject'],
  ['fingerprint', 'device.result.fingerprint'],
  ['expires', 'device.result.expires'],
  ['until', 'device.result.until'],
  ['mode', 'device.result.mode'],
  ['button', 'device.result.button'],
])

const moments: ReadonlySet<string> = new Set(['expires', 'until'])
const isMode = (value: unknown): value is keyof typeof modeTexts =>
  typeof value === 'string' && value in modeTexts

const isTest = (name: string): name is keyof typeof testTexts => name in testTexts
const isOutcome = (value: unknown): value is keyof typeof outcomes =>
  typeof value === 'string' && value in outcomes

/** What a command has found out, each value as it is read best. */
export function TaskResult({ result }: Pick<TaskItem, 'result'>) {
  if (result === null) return null
  const { output, ...values } = result
  return (
    <>
      {Object.keys(values).length > 0 && (
        <dl className={classes.result}>
          {Object.entries(values).map(([name, value]) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <Value name={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {typeof output === 'string' && (
        <pre className={classes.output} dir="ltr" aria-label={t('device.result.output')}>
          {output}
        </pre>
      )}
    </>
  )
}

function labelOf(name: string): string {
  if (isTest(name)) return t(testTexts[name])
  const [, slot] = /^slot(.+)$/.exec(name) ?? []
  if (slot !== undefined) return t('device.result.slot', { number: slot })
  const label = measures.get(name)?.label ?? labels.get(name)
  return label ? t(label) : name
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (isOutcome(value))
    return <StatusBadge tone={outcomes[value].tone}>{t(outcomes[value].text)}</StatusBadge>
  const measure = measures.get(name)
  if (measure && typeof value === 'number') return t(measure.unit, { count: formatNumber(value) })
  if (name === 'bytes' && typeof value === 'number') return formatBytes(value)
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
  if (isMode(value)) return t(modeTexts[value])
  if (moments.has(name) && typeof value === 'string') return <Time at={value} />
  return <Ltr>{String(value)}</Ltr>
}
