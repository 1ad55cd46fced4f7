import type { Scenario } from './scenario.ts'

/** Nothing goes wrong. */
export const calm: Scenario = {
  name: 'calm',
  says: 'Connected all the time, every command succeeds at once.',
  absence: null,
  answers: {
    acknowledge: [20, 200],
    run: [100, 800],
    refuse: 0,
    fail: 0,
    slow: 0,
    slowRun: [0, 0],
    duplicate: 0,
    late: 0,
    lateWithin: 0,
    silent: 0,
  },
  reboot: [2, 5],
  off: [300, 900],
  reconnect: [1, 20],
  repeat: [10, 300],
  jitter: 0.1,
  skew: [0, 1],
  malformed: 0,
  repeated: 0,
  mishaps: 0,
  moves: [0, 5],
  wanders: 0,
  travellers: 0,
  drives: [0, 0],
  locateEvery: 30,
}
