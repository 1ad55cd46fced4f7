import { calm } from './calm.ts'
import type { Scenario } from './scenario.ts'

/** An estate to look at: something happens every few seconds, nothing is broken. */
export const demo: Scenario = {
  ...calm,
  name: 'demo',
  says: 'Lively: short absences, commands that take their time, a rare refusal.',
  absence: { after: [60, 600], lasts: [8, 60], cut: 0.5, isTogether: false },
  answers: {
    ...calm.answers,
    acknowledge: [150, 600],
    run: [600, 2500],
    refuse: 0.02,
    fail: 0.02,
    slow: 0.05,
    slowRun: [4000, 10_000],
  },
  installs: {
    kbps: [800, 4000],
    report: 2,
    breakOff: 0.1,
    corrupt: 0.01,
    retry: [2, 20],
    full: 0.02,
    look: [8, 30],
    busy: 0.3,
    declines: 0.1,
    takes: [2000, 8000],
    fails: 0.02,
    rollsBack: 0.02,
  },
  upgrades: { badHash: 0.005, full: 0.01, fails: 0.01, silent: 0.005, rollsBack: 0.01, unpaid: 0 },
  reboot: [2, 4],
  off: [60, 180],
  reconnect: [1, 8],
  skew: [0, 4],
  // With 2,880 heartbeats a day its first day is like those that its history tells of: paper that ran out
  // at a tenth of the terminals, two reports of trouble, and an attack on one in some thousands.
  mishaps: 0.00005,
  attacks: { sim: 7e-7, root: 1e-7, tamper: 1e-7 },
  troubles: 0.000004,
  keys: { lost: 0.000001, replaced: 0.005, ending: 0.04, forgotten: 0.02 },
  moves: [0, 60],
  // Of 200 terminals with one application one in half an hour: enough to see what drifts, once of each.
  meddles: 0.0001,
  choosy: 0.02,
  shops: 0.003,
  wanders: 0.000005,
  travellers: 0.1,
  drives: [150, 600],
  locateEvery: 4,
}
