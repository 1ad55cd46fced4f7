import { expect, it } from 'vitest'
import { visualRuns } from './visual.ts'

const drawn = (line: string, isMirrored: boolean) =>
  visualRuns(line, isMirrored).map(({ text, isShaped }) => (isShaped ? `<${text}>` : text))

it.each<[string, string, boolean, string[]]>([
  ['leaves a Latin line as it is', 'Bank A (12)', false, ['Bank A (12)']],
  ['keeps the words of Arabic in the order of reading', 'مصرف الرافدين', true, ['<مصرف الرافدين>']],
  [
    'puts Latin names and numbers to the left of what comes before them',
    'أجهزة Bank A',
    true,
    ['Bank A', '<أجهزة >'],
  ],
  [
    'turns Arabic digits round for a shaper that turns them back',
    'نسبة ٩٩٫٥',
    true,
    ['<٥٫٩٩>', '<نسبة >'],
  ],
  ['mirrors brackets', 'عدد (12)', true, ['(', '12', '<عدد )>']],
  ['drops marks that only steer', '\u2068A\u2069', false, ['A']],
])('%s', (_, line, isMirrored, runs) => {
  expect(drawn(line, isMirrored)).toEqual(runs)
})
