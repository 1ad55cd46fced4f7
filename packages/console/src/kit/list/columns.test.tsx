import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { formatDateTime } from '../../platform/format.ts'
import { fitted } from '../../ui/table/headWidth.ts'
import { tableColumn } from './columns.tsx'

beforeEach(prepareBrowser)

interface Kept {
  readonly at: string
  readonly kind: string
}

it('makes a column of moments as wide as the longest of them', () => {
  const { width = 0 } = fitted(
    tableColumn<Kept>({ key: 'at', title: 'kit.status', holds: 'moment' }),
  )
  const moment = formatDateTime('2026-11-23T13:44:00Z')
  expect(width).toBe(fitted({ title: moment, width: 0 }).width)
})

it('makes a column of words as wide as the longest of them', () => {
  const words = { a: 'kit.yes', b: 'kit.conflictText' } as const
  const { width = 0 } = fitted(
    tableColumn<Kept>({ key: 'kind', title: 'kit.status', width: 60, words }),
  )
  expect(width).toBeGreaterThan(60)
})
