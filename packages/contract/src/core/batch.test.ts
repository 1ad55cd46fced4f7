import { expect, it } from 'vitest'
import * as contract from '../index.ts'

const groups: unknown[] = Object.values(contract)
const calls = groups
  .flatMap((group): unknown[] =>
    typeof group === 'object' && group !== null ? Object.values(group) : [],
  )
  .filter((call: unknown): call is contract.Call => {
    return typeof call === 'object' && call !== null && 'path' in call && 'schemas' in call
  })
const lists = [...new Set(calls.flatMap((call) => call.actsOn ?? []))]

it.each(lists.map((list) => [list.path, list] as const))(
  'a record of %s is called by something that people know',
  (_, list) => {
    const row = Object.fromEntries([...contract.columnsOf(list)].map((name) => [name, name]))
    expect(contract.recordName(row)).not.toBe('')
  },
)

it('a terminal is called by its serial number, also where it has a name', () => {
  expect(contract.recordName({ id: '1', name: 'Till', sn: 'P2-0001' })).toBe('P2-0001')
  expect(contract.recordName({ id: '1', sn: '', userName: 'layla' })).toBe('layla')
  expect(contract.recordName({ id: '1', name: null })).toBe('')
})

it.each(
  calls
    // What a change would do is asked of the same records, and changes none.
    .filter(
      ({ schemas, path }) => 'matching' in shapeOf(schemas.body) && !path.includes('/impact/'),
    )
    .map((call) => [call.path, call]),
)('%s says which list shows what it changes', (_, call) => {
  expect(call.actsOn?.path).toMatch(/\/page$/)
})

function shapeOf(schema: unknown): object {
  const shape: unknown = typeof schema === 'object' && schema && Reflect.get(schema, 'shape')
  return typeof shape === 'object' && shape ? shape : {}
}
