import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { BarChart } from './BarChart.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says each bar in words, and leads from it', () => {
  const bars = [
    { key: 'a', label: '4.2', value: 60, href: '#/list' },
    { key: 'b', label: 'Others', value: 40 },
  ]
  render(<BarChart bars={bars} summary="Versions" direction="ltr" formatValue={(n) => `${n} %`} />)
  const chart = within(screen.getByRole('group', { name: 'Versions' }))
  expect(chart.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '4.2 60 %',
    'Others 40 %',
  ])
  expect(chart.getByRole('link', { name: '4.2 60 %' }).getAttribute('href')).toBe('#/list')
})
