import { expect, it } from 'vitest'
import { takeRegion } from '../../platform/format.ts'
import { firstState } from '../../ui/table/listState.ts'
import { exportQuery } from './exportQuery.ts'

const columns = [
  { key: 'name', title: 'vendor.name' },
  { key: 'code', title: 'vendor.code', words: { A: 'kit.yes' } },
  {
    key: 'id',
    title: 'vendor.country',
    file: [{ key: 'id', title: 'vendor.contact', words: 'user.state.{id}' }],
  },
] as const

it('asks for what the list shows, whole, in its words and in the zone of its reader', () => {
  takeRegion({ timeZone: 'Asia/Baghdad', dateFormat: 'locale' })
  const sort = { field: 'name', order: 'desc' as const }
  const list = {
    state: { ...firstState(20), page: 3, sort },
    // Beside the filters also what is not in the address: the record that the list is about.
    sought: { keyword: 'acme', country: 'IQ', dictionaryId: '7' },
  }
  expect(exportQuery<{ id: string; name: string; code: string }>(list, columns, 'csv')).toEqual({
    keyword: 'acme',
    country: 'IQ',
    dictionaryId: '7',
    sortField: 'name',
    sortOrder: 'desc',
    format: 'csv',
    columns:
      '[["name","vendor.name"],["code","vendor.code",{"A":"kit.yes"}],["id","vendor.contact","user.state.{id}"]]',
    timeZone: 'Asia/Baghdad',
  })
})
