import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { BarChart } from './BarChart.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('makes each bar as long as its share of all', () => {
  const bars = [60, 30, 10].map((value) => ({ key: `${value}`, label: `${value}`, value }))
  render(<BarChart bars={bars} summary="Shares" direction="ltr" formatValue={String} />)
  const widths = (name: string) =>
    Array.from(document.querySelectorAll(`rect[class*="${name}"]`), (bar) =>
      Number(bar.getAttribute('width')),
    )
  const whole = widths('track')[0] ?? 0
  expect(whole).toBeGreaterThan(0)
  expect(widths('bar').map((width) => Math.round((100 * width) / whole))).toEqual([60, 30, 10])
})
