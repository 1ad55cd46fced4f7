import { calm } from './calm.ts'
import type { Scenario } from './scenario.ts'

/** Keys that end soon, and slots that lose theirs. */
export const keyCliff: Scenario = {
  ...calm,
  name: 'key-cliff',
  says: 'A key of every third terminal ends within a month, and now and then a slot loses its key.',
  keys: { lost: 0.02, replaced: 0.1, ending: 0.33, forgotten: 0 },
}
