import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { cardOf } from './cards.ts'
import { Table } from './Table.tsx'

afterEach(cleanup)

const columns = (text: string) =>
  text.split(' ').map((word) => ({
    id: word.replace(/[!*]/, ''),
    isState: word.endsWith('!') || undefined,
    isSticky: word.endsWith('*') || undefined,
  }))

it.each([
  ['sn name model org presence status', 'state presence, fact name model org'],
  ['no kind state from until by', 'state state, fact kind from until'],
  ['name code status at', 'state status, fact code at'],
  ['name status lifecycle presence', 'state presence, fact status lifecycle'],
  ['at who code! path ip', 'state code, fact who path ip'],
  // Without one, four facts; buttons are none, and the identity is none.
  ['state a b c d e actions*', 'fact a b c d'],
  ['name a actions*', 'fact a'],
])('a card of %j shows %j', (given, shown) => {
  const card = [...cardOf(columns(given))]
  const of = (part: string) => card.filter(([, one]) => one === part).map(([id]) => id)
  const parts = ['state', 'fact'].filter((part) => of(part).length > 0)
  expect(parts.map((part) => [part, ...of(part)].join(' ')).join(', ')).toBe(shown)
})

it('marks in each row what its card shows', () => {
  prepareBrowser()
  render(
    <Table
      label="Terminals"
      columns={columns('sn name model org presence').map((column) => ({
        ...column,
        title: column.id,
        cell: () => column.id,
      }))}
      rows={[{ id: '1' }]}
      sort={null}
      onSort={() => undefined}
    />,
  )
  const marks = screen.getAllByRole('cell').map((cell) => cell.dataset['card'] ?? '-')
  expect(marks).toEqual(['-', 'fact', 'fact', 'fact', 'state'])
})
