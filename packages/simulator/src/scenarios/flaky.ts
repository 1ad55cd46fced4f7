import type { Scenario } from './scenario.ts'

/** What a real estate does on its worst day. */
export const flaky: Scenario = {
  name: 'flaky',
  says: 'Lines that break, refusals, failures, slow, repeated, late and malformed messages.',
  absence: { after: [15, 120], lasts: [2, 40], cut: 0.8, isTogether: false },
  answers: {
    acknowledge: [20, 1500],
    run: [100, 4000],
    refuse: 0.1,
    fail: 0.1,
    slow: 0.15,
    slowRun: [5000, 25_000],
    duplicate: 0.2,
    late: 0.1,
    lateWithin: 120,
    silent: 0.03,
  },
  reboot: [3, 15],
  off: [120, 600],
  reconnect: [1, 30],
  repeat: [10, 300],
  jitter: 0.25,
  skew: [0, 1200],
  malformed: 0.03,
  repeated: 0.05,
  mishaps: 0.02,
  moves: [0, 400],
  wanders: 0.01,
  travellers: 0.05,
  drives: [0, 800],
  locateEvery: 5,
}
