import type { SelfTest, testOutcomes } from '@muster/contract'

type Outcome = (typeof testOutcomes)[number]

/** What a terminal looks at in itself. */
export interface Inspected {
  readonly capabilities: readonly string[]
  readonly printer: 'OK' | 'NO_PAPER' | 'ERROR'
  readonly isTampered: boolean
  readonly battery: number
  readonly batteryHealthPercent: number
  /** Percent. */
  readonly signal: number
  readonly freeMb: number
  readonly skewSeconds: number
}

/** The worst of what holds; in order where nothing does. */
const worst = (isFailed: boolean, isWeak: boolean): Outcome => {
  if (isFailed) return 'FAILED'
  return isWeak ? 'WARNING' : 'OK'
}

const reader =
  (code: string) =>
  ({ capabilities }: Inspected): Outcome =>
    capabilities.includes(code) ? 'OK' : 'FAILED'

const tests: Readonly<Record<SelfTest, (inspected: Inspected) => Outcome>> = {
  PRINTER: ({ capabilities, printer }) =>
    capabilities.includes('PRINTER_58MM')
      ? worst(printer === 'ERROR', printer === 'NO_PAPER')
      : 'ABSENT',
  ICC: reader('ICC'),
  MSR: reader('MSR'),
  NFC: reader('NFC'),
  BATTERY: ({ battery, batteryHealthPercent }) =>
    worst(batteryHealthPercent < 60, batteryHealthPercent < 80 || battery < 10),
  NETWORK: ({ signal }) => worst(false, signal < 30),
  STORAGE: ({ freeMb }) => worst(freeMb < 100, freeMb < 500),
  CLOCK: ({ skewSeconds }) => worst(Math.abs(skewSeconds) > 300, Math.abs(skewSeconds) > 60),
  TAMPER: ({ isTampered }) => worst(isTampered, false),
}

/** What each test finds. */
export const testSelf = (
  items: readonly SelfTest[],
  inspected: Inspected,
): Readonly<Record<string, Outcome>> =>
  Object.fromEntries(items.map((item) => [item, tests[item](inspected)]))
