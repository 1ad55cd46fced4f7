import { calm } from './calm.ts'
import type { Scenario } from './scenario.ts'

/** A version that looks well and breaks what a terminal is for. */
export const noPayments: Scenario = {
  ...calm,
  name: 'no-payments',
  says: 'Upgrades go well by every sign, and half of the terminals take no payments after them.',
  upgrades: { badHash: 0, full: 0, fails: 0, silent: 0, rollsBack: 0, unpaid: 0.5 },
}
