import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { WideTable } from './WideTable.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('can be scrolled by keys, and says what it and its columns are', () => {
  show(
    <WideTable label="Places" heads={['device.loc.lat', 'device.loc.lng']}>
      <tr>
        <td>1</td>
        <td>2</td>
      </tr>
    </WideTable>,
  )
  const scroller = screen.getByRole('group', { name: 'Places' })
  expect(scroller.tabIndex).toBe(0)
  const heads = within(scroller).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Latitude', 'Longitude'])
  expect(within(scroller).getByRole('row', { name: '1 2' })).toBeTruthy()
})
