import { describe, expect, it } from 'vitest'
import { type Bars, barOption } from './barOption.ts'
import { columnOption } from './columnOption.ts'
import { type Line, lineOption, pointSays } from './lineOption.ts'
import { linesOption } from './linesOption.ts'
import type { Look } from './look.ts'

const look: Look = {
  text: '#text',
  muted: '#muted',
  line: '#line',
  edge: '#edge',
  hover: '#hover',
  surface: '#surface',
  data: '#data',
  success: '#success',
  warning: '#warning',
  danger: '#danger',
  font: 'Inter',
  width: 600,
}
const formatValue = (value: number | null) => (value === null ? '–' : `<${value}>`)

describe('a curve', () => {
  const values = [1, 2, null, null, 5]
  const line: Line = {
    points: values.map((value, hour) => ({ label: `${hour}:00`, value })),
    formatValue,
    tone: 'good',
  }

  it('breaks where nobody counted, and shows a point that stands alone', () => {
    expect(lineOption(line, look)).toMatchObject({
      series: [
        {
          color: '#success',
          data: [
            { value: 1, itemStyle: { opacity: 0 } },
            { value: 2, itemStyle: { opacity: 0 } },
            { value: '-' },
            { value: '-' },
            { value: 5, itemStyle: { opacity: 1 } },
          ],
        },
      ],
    })
  })

  it('marks what happened, and names it where there is room', () => {
    const points = Array.from({ length: 24 }, (_, hour) => ({
      label: `${hour}:00`,
      value: 1,
      event: [0, 11, 12, 20].includes(hour) ? `Restart ${hour}` : undefined,
    }))
    const option = lineOption({ ...line, points }, look)
    expect(option).toMatchObject({
      series: [
        {
          markLine: {
            data: [
              { xAxis: 0, label: { show: false } },
              { xAxis: 11, label: { show: true } },
              { xAxis: 12, label: { show: false } },
              { xAxis: 20, label: { show: true } },
            ],
          },
        },
      ],
    })
    expect(points[11] && pointSays(points[11], line)).toBe('11:00: <1>\nRestart 11')
  })

  it('writes its tip into the canvas and never as markup', () => {
    const { tooltip } = lineOption(line, look)
    expect(tooltip).toMatchObject({ renderMode: 'richText', backgroundColor: '#surface' })
    const formatter =
      tooltip && !Array.isArray(tooltip) && typeof tooltip.formatter === 'function'
        ? (tooltip.formatter as (points: unknown) => unknown)
        : null
    expect(formatter?.([{ dataIndex: 4 }])).toBe('4:00: <5>')
  })
})

describe('bars', () => {
  const bars: Bars['bars'] = [60, 30, 10].map((value) => ({
    key: `${value}`,
    label: `${value}`,
    value,
    tone: value === 10 ? 'bad' : undefined,
  }))

  it('are each as long as their share of all', () => {
    expect(barOption({ bars, direction: 'ltr', formatValue }, look)).toMatchObject({
      xAxis: { min: 0, max: 100, inverse: false },
      series: [
        { color: '#hover', data: [{ value: 100 }, { value: 100 }, { value: 100 }] },
        {
          data: [
            { value: 60, itemStyle: { color: '#data' }, label: { align: 'left' } },
            { value: 30 },
            { value: 10, itemStyle: { color: '#danger' } },
          ],
        },
      ],
    })
  })

  it('grow from the right where one reads from there', () => {
    expect(barOption({ bars, direction: 'rtl', formatValue }, look)).toMatchObject({
      xAxis: { inverse: true },
      series: [
        { data: [{ label: { align: 'left' } }, {}, {}] },
        { data: [{ label: { align: 'right' } }, {}, {}] },
      ],
    })
  })
})

it('shows no bar where there is nothing', () => {
  const bars = [{ key: 'none', label: 'None', value: 0, tone: 'bad' as const }]
  expect(barOption({ bars, direction: 'ltr', formatValue }, look)).toMatchObject({
    series: [{}, { data: [{ value: 0, itemStyle: { color: 'transparent' } }] }],
  })
})

it('ends at the most that there can be, where a curve comes near to it', () => {
  const axis = (value: number, most?: number) => {
    const lines = [{ name: 'Online', values: [value, null] }]
    return linesOption({ labels: ['0:00', '1:00'], lines, most, formatValue }, look).yAxis
  }
  expect(axis(100, 100)).toMatchObject({ max: 100, interval: 25 })
  expect(axis(3, 100)).not.toHaveProperty('max')
  expect(axis(100)).not.toHaveProperty('max')
})

it('puts the parts of a column upon one another', () => {
  const columns = [{ label: '0:00', says: 'all', values: [5, 2] }]
  expect(columnOption({ columns, parts: ['success', 'danger'], formatValue }, look)).toMatchObject({
    series: [
      { stack: 'all', color: '#success', data: [5] },
      { stack: 'all', color: '#danger', data: [2] },
    ],
  })
})
