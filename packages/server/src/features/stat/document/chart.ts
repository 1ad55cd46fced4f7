import type { FigureTable } from './figures.ts'
import { innerWidth, margin, type Pen } from './pen.ts'
import type { Words } from './words.ts'

const colors = ['#1c6fd1', '#0e8a5f', '#c2570c', '#7a3fc2', '#b3264a'] as const
const small = { size: 7, color: '#52606d' }

/** A simple drawing of what a table shows, where it names one. */
export function drawChart(pen: Pen, table: FigureTable, words: Words): void {
  if (table.chart === 'BARS') drawBars(pen, table)
  else if (table.chart && table.rows.length > 1) drawLines(pen, table, words)
}

const mostBars = 12
const labelWidth = 150

/** The numbers of the second column, from the edge where the reader begins. */
function drawBars(pen: Pen, { rows }: FigureTable): void {
  const bars = rows.slice(0, mostBars).map(([label, value]) => ({
    label: String(label ?? ''),
    value: typeof value === 'number' ? value : 0,
  }))
  const most = Math.max(...bars.map(({ value }) => value))
  if (most <= 0) return
  pen.needs(bars.length * 13 + 40)
  const room = innerWidth - labelWidth - 8
  for (const { label, value } of bars) {
    const [line = '', more] = pen.wrapped(label, labelWidth - 8, small)
    pen.line(
      more === undefined ? line : `${line} …`,
      { x: margin, y: pen.y + 1.5, width: labelWidth },
      small,
    )
    const width = Math.max(value > 0 ? 1 : 0, (value * room) / most)
    pen.paint({ x: margin + labelWidth + 8, y: pen.y + 1, width }, 9, colors[0])
    pen.y += 13
  }
  pen.y += 6
}

const chartHeight = 90

/** Curves over time, which runs from left to right as on the screen. */
function drawLines(pen: Pen, { chart, columns, rows }: FigureTable, words: Words): void {
  const lines = chart !== undefined && chart !== 'BARS' ? chart.lines.slice(0, colors.length) : []
  const valuesOf = (column: number) =>
    rows.map((row) => (typeof row[column] === 'number' ? row[column] : null))
  const all = lines.flatMap((column) => valuesOf(column).filter((value) => value !== null))
  if (all.length === 0) return
  pen.needs(chartHeight + 60)
  const most = Math.max(...all, 1)
  const { pdf } = pen
  const top = pen.y + 8
  const step = innerWidth / Math.max(1, rows.length - 1)
  pdf.rect(margin, top, innerWidth, chartHeight).lineWidth(0.5).stroke('#d6dbe1')
  for (const [place, column] of lines.entries()) {
    let isOpen = false
    for (const [at, value] of valuesOf(column).entries()) {
      const x = margin + at * step
      const y = top + chartHeight - ((value ?? 0) * (chartHeight - 4)) / most
      if (value !== null && isOpen) pdf.lineTo(x, y)
      if (value !== null && !isOpen) pdf.moveTo(x, y)
      isOpen = value !== null
    }
    pdf.lineWidth(1.2).stroke(colors[place] ?? colors[0])
  }
  pen.y = top + chartHeight + 4
  drawLegend(pen, { names: lines.map((column) => columns[column] ?? ''), most: words.number(most) })
}

interface Legend {
  readonly names: readonly string[]
  /** The value at the upper edge. */
  readonly most: string
}

function drawLegend(pen: Pen, { names, most }: Legend): void {
  pen.line(most, { x: margin, y: pen.y - chartHeight - 13, width: innerWidth }, small)
  let x = margin
  for (const [place, name] of names.entries()) {
    const width = pen.width(name, small) + 20
    pen.paint({ x, y: pen.y + 3, width: 8 }, 3, colors[place] ?? colors[0])
    pen.line(name, { x: x + 12, y: pen.y, width }, small)
    x += width + 8
  }
  pen.y += 14
}
