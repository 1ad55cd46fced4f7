import { expect, it } from 'vitest'
import { type Evidence, suggestionsFor } from './suggest.rules.ts'

const unknown: Evidence = {
  sn: 'SN-0100250',
  below: null,
  above: null,
  ip: '10.1.2.3',
  sameAddress: [],
  keyOrgId: null,
}
const next = (sn: string, orgId: string) => ({ sn, orgId })

it.each<[string, Partial<Evidence>, string[]]>([
  ['nothing says anything', {}, []],
  [
    'both neighbours are of one',
    { below: next('SN-0100249', 'a'), above: next('SN-0100252', 'a') },
    ['SERIAL a'],
  ],
  [
    'one neighbour is near',
    { below: next('SN-0100249', 'a'), above: next('SN-0900000', 'b') },
    ['SERIAL a'],
  ],
  [
    'a shipment was divided',
    { below: next('SN-0100249', 'a'), above: next('SN-0100251', 'b') },
    [],
  ],
  ['serials are as near but longer', { above: next('SN-01002511', 'b') }, []],
  ['only one came from there', { sameAddress: ['c'] }, ['ADDRESS c']],
  ['many came from there', { sameAddress: ['c', 'd'] }, []],
  ['it showed a key of its own', { sameAddress: ['c'], keyOrgId: 'k' }, ['ADDRESS c', 'KEY k']],
])('where %s', (_, facts, expected) => {
  const found = suggestionsFor({ ...unknown, ...facts })
  expect(found.map(({ reason, orgId }) => `${reason} ${orgId}`)).toEqual(expected)
})
