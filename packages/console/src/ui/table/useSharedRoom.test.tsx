import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { Table } from './Table.tsx'

beforeEach(() => {
  prepareBrowser()
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(720)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const name = 'A terminal of a shop with a long name'
const column = (id: string, width?: number) => ({ id, title: id, ...(width && { width }) })

/** How wide each column is drawn. */
function widths(from: string): Readonly<Record<string, number>> {
  const texts: Readonly<Record<string, string>> = { name, shop: name, from, state: 'Enabled' }
  const columns = [column('name', 180), column('shop'), column('from', 180), column('state', 120)]
  const { container } = render(
    <Table
      label="Terminals"
      columns={columns.map((one) => ({ ...one, cell: () => texts[one.id] }))}
      rows={[{ id: '1' }]}
      sort={null}
      onSort={() => undefined}
    />,
  )
  const heads = [...container.querySelectorAll<HTMLElement>('th[data-column]')]
  return Object.fromEntries(
    heads.map(({ dataset, style }) => [dataset['column'] ?? '', Number.parseFloat(style.width)]),
  )
}

it('leaves the room of a column in which nothing stands to texts that would be cut', () => {
  const full = widths('2026')
  expect(full).toMatchObject({ name: 180, from: 180, state: 120 })
  cleanup()
  const empty = widths('–')
  // Its title is not cut.
  expect(empty['from']).toBe('from'.length * 8 + 24)
  expect(empty['name']).toBeGreaterThan(180)
  expect(empty['shop']).toBeGreaterThan(200)
  expect(empty['state']).toBe(120)
})
