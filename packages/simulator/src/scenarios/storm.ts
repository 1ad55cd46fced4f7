import { calm } from './calm.ts'
import type { Scenario } from './scenario.ts'

/** The network of the whole estate fails, and all of it comes back at once. */
export const storm: Scenario = {
  ...calm,
  name: 'storm',
  says: 'All terminals lose the network together again and again, and return together.',
  absence: { after: [20, 40], lasts: [3, 10], cut: 1, isTogether: true },
  answers: { ...calm.answers, duplicate: 0.2, slow: 0.1, slowRun: [2000, 10_000] },
  reconnect: [0, 10],
  jitter: 0.5,
  skew: [0, 30],
  repeated: 0.1,
}
