import { badUpgrade } from './badUpgrade.ts'
import { calm } from './calm.ts'
import { demo } from './demo.ts'
import { flaky } from './flaky.ts'
import { keyCliff } from './keyCliff.ts'
import { meddled } from './meddled.ts'
import { noPayments } from './noPayments.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'
import { storm } from './storm.ts'

/** Every scenario of the command line; a new one is a file and a line here. */
export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [calm, badUpgrade, demo, flaky, keyCliff, meddled, noPayments, storm].map((scenario) => [
    scenario.name,
    scenarioSchema.parse(scenario),
  ]),
)
