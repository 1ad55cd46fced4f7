import { vendors } from '@muster/contract'
import { expect, it } from 'vitest'
import { everyone } from '../access/scope.ts'
import { serve } from './serve.ts'

const { page, removeMany } = vendors
const remove = async () => ({ count: 0 })
const list = async () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 })

it('takes a batch for calls that change what a list of the group shows', () => {
  const { routes } = serve({ page, removeMany }, everyone, { page: list, removeMany: remove })
  expect(routes.map(({ byIds }) => byIds)).toEqual([undefined, remove])
})

it('does not serve such a call without its list', () => {
  expect(() => serve({ removeMany }, everyone, { removeMany: remove })).toThrow(/list/)
})
