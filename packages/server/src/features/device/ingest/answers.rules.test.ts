import { mostAcknowledged } from '@muster/contract'
import { expect, it } from 'vitest'
import { answersTo } from './answers.rules.ts'
import type { LinkEvent } from './sortBatch.rules.ts'

const beat = (sn: string, id: string, asks: boolean): LinkEvent => ({
  kind: 'up',
  deviceId: sn,
  sn,
  at: 1,
  arrivalId: '',
  message: { kind: 'hb', id, ts: 1, asks, body: {} },
})

it('each terminal that asked gets one answer for a batch, the others none', () => {
  const events = [
    beat('A', 'a1', true),
    beat('B', 'b1', false),
    beat('C', 'c1', true),
    beat('A', 'a2', false),
    beat('A', 'a3', true),
    { kind: 'refused', sn: 'C', at: 1, messageId: 'c2' } as const,
  ]
  expect(answersTo(events)).toEqual([
    { sn: 'A', kept: ['a1', 'a3'], refused: [] },
    { sn: 'C', kept: ['c1'], refused: ['c2'] },
  ])
  expect(answersTo(events.slice(0, 1), 'refused')).toEqual([{ sn: 'A', kept: [], refused: ['a1'] }])
})

it('an answer that is full is followed by another one', () => {
  const count = mostAcknowledged + 1
  const events = Array.from({ length: count }, (_, n) => beat('A', String(n), true))
  expect(answersTo(events).map(({ kept }) => kept.length)).toEqual([mostAcknowledged, 1])
})

it('what was refused takes room in an answer, too', () => {
  const kept = Array.from({ length: mostAcknowledged }, (_, n) => beat('A', String(n), true))
  const refused = { kind: 'refused', sn: 'A', at: 1, messageId: 'bad' } as const
  const sizes = answersTo([refused, ...kept]).map((one) => [one.kept.length, one.refused.length])
  expect(sizes).toEqual([
    [mostAcknowledged - 1, 1],
    [1, 0],
  ])
})
