import { calm } from './calm.ts'
import type { Scenario } from './scenario.ts'

/** A version that should never have left: for whoever wants to see a plan stop. */
export const badUpgrade: Scenario = {
  ...calm,
  name: 'bad-upgrade',
  says: 'Half of all upgrades go wrong: bad files, no space, silence after the restart, and ways back.',
  upgrades: { badHash: 0.1, full: 0.1, fails: 0.1, silent: 0.15, rollsBack: 0.2, unpaid: 0 },
}
