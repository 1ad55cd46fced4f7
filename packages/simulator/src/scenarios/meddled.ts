import { calm } from './calm.ts'
import type { Scenario } from './scenario.ts'

/** Terminals that are not left as they are: for whoever wants to see what drifts. */
export const meddled: Scenario = {
  ...calm,
  name: 'meddled',
  says: 'Somebody at the terminal changes a parameter soon after it has come.',
  meddles: 1,
}
