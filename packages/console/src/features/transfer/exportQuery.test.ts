import { expect, it } from 'vitest'
import { firstState } from '../../ui/table/listState.ts'
import { exportQuery } from './exportQuery.ts'

it('asks for what the list shows, whole, under the headings of its columns', () => {
  const state = {
    ...firstState(20),
    page: 3,
    keyword: 'acme',
    filter: { country: 'IQ' },
    sort: { field: 'name', order: 'desc' as const },
  }
  const columns = [
    { key: 'name', title: 'vendor.name' },
    { key: 'code', title: 'vendor.code' },
  ] as const
  expect(exportQuery<{ name: string; code: string }>(state, columns, 'csv')).toEqual({
    keyword: 'acme',
    country: 'IQ',
    sortField: 'name',
    sortOrder: 'desc',
    format: 'csv',
    columns: '[["name","vendor.name"],["code","vendor.code"]]',
  })
})
