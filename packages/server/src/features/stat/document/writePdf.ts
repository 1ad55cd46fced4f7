import { buffer } from 'node:stream/consumers'
import { drawChart } from './chart.ts'
import type { Figure, Figures, FigureTable } from './figures.ts'
import { footHeight, innerWidth, margin, pageHeight, Pen } from './pen.ts'
import type { Words } from './words.ts'

const titleStyle = { size: 16, isBold: true }
const factStyle = { size: 8.5, color: '#52606d' }
const headStyle = { size: 11, isBold: true }
const cellStyle = { size: 8 }
const headingStyle = { size: 8, isBold: true }
const lineHeight = 11
const gap = 4

/** Figures as a document on A4: what it is about, then each table with its drawing. */
export async function writePdf({ title, facts, tables }: Figures, words: Words): Promise<Buffer> {
  const pen = new Pen({ title, isMirrored: words.isMirrored })
  pen.line(title, { x: margin, y: pen.y, width: innerWidth }, titleStyle)
  pen.y += 26
  for (const fact of facts) paragraph(pen, fact)
  pen.y += 10
  for (const table of tables) drawTable(pen, table, words)
  drawFeet(pen, words)
  pen.pdf.end()
  return buffer(pen.pdf)
}

function paragraph(pen: Pen, text: string): void {
  for (const line of pen.wrapped(text, innerWidth, factStyle)) {
    pen.needs(lineHeight + 2)
    pen.line(line, { x: margin, y: pen.y, width: innerWidth }, factStyle)
    pen.y += lineHeight + 2
  }
}

function drawTable(pen: Pen, table: FigureTable, words: Words): void {
  const { title, columns, rows, countedAt, chart } = table
  // A title does not stand alone at the foot of a page.
  pen.needs(chart ? 150 : 70)
  pen.line(title, { x: margin, y: pen.y, width: innerWidth }, headStyle)
  if (countedAt) {
    const text = words.t('report.countedAt', { time: words.moment(countedAt) })
    pen.line(text, { x: margin, y: pen.y + 2, width: innerWidth }, { ...factStyle, atEnd: true })
  }
  pen.y += 18
  if (rows.length === 0) return paragraph(pen, words.t('report.nothing'))
  drawChart(pen, table, words)
  const widths = widthsOf(pen, table, words)
  const ends = columns.map((_, at) => rows.every((row) => typeof row[at] !== 'string'))
  const heading = { cells: columns, widths, ends, isHeading: true }
  drawRow(pen, heading, words)
  for (const cells of rows) {
    const row = { cells, widths, ends, isHeading: false }
    if (pen.needs(heightOf(linesOf(pen, row, words)))) drawRow(pen, heading, words)
    drawRow(pen, row, words)
  }
  pen.y += 16
  return undefined
}

const textOf = (cell: Figure, words: Words): string =>
  typeof cell === 'string' ? cell : words.number(cell)

/** Numbers take as much as they need; texts share the rest. */
function widthsOf(pen: Pen, { columns, rows }: FigureTable, words: Words): readonly number[] {
  const wanted = columns.map((heading, place) => {
    const cells = rows.map((row) => pen.width(textOf(row[place] ?? null, words), cellStyle))
    const longestWord = Math.max(
      ...heading.split(/\s+/).map((word) => pen.width(word, headingStyle)),
    )
    return Math.max(longestWord, ...cells) + 2 * gap + 1
  })
  const sum = wanted.reduce((all, width) => all + width, 0)
  if (sum <= innerWidth) return wanted.map((width) => (width * innerWidth) / sum)
  const fair = innerWidth / columns.length
  const small = wanted.filter((width) => width <= fair)
  const rest = innerWidth - small.reduce((all, width) => all + width, 0)
  const large = sum - small.reduce((all, width) => all + width, 0)
  return wanted.map((width) => (width <= fair ? width : (width * rest) / large))
}

interface Row {
  readonly cells: readonly Figure[]
  readonly widths: readonly number[]
  /** Whether each column is one of numbers, which stand at its end. */
  readonly ends: readonly boolean[]
  readonly isHeading: boolean
}

/** The lines of each cell. */
const linesOf = (pen: Pen, { cells, widths, isHeading }: Row, words: Words) =>
  cells.map((cell, place) =>
    pen.wrapped(
      textOf(cell, words),
      (widths[place] ?? 0) - 2 * gap,
      isHeading ? headingStyle : cellStyle,
    ),
  )

const heightOf = (lines: readonly (readonly string[])[]): number =>
  lineHeight * Math.max(...lines.map(({ length }) => length)) + gap

function drawRow(pen: Pen, row: Row, words: Words): void {
  const { widths, ends, isHeading } = row
  const style = isHeading ? headingStyle : cellStyle
  const texts = linesOf(pen, row, words)
  const height = heightOf(texts)
  const box = { x: margin, y: pen.y, width: innerWidth }
  if (isHeading) pen.paint(box, height, '#e9edf2')
  else pen.paint({ ...box, y: pen.y + height - 0.4 }, 0.4, '#d6dbe1')
  let x = margin
  for (const [place, lines] of texts.entries()) {
    const width = widths[place] ?? 0
    const atEnd = ends[place] === true
    for (const [at, line] of lines.entries())
      pen.line(
        line,
        { x: x + gap, y: pen.y + gap / 2 + at * lineHeight, width: width - 2 * gap },
        { ...style, atEnd },
      )
    x += width
  }
  pen.y += height
}

/** Which of how many pages, below each. */
function drawFeet(pen: Pen, words: Words): void {
  const { count } = pen.pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pen.pdf.switchToPage(page)
    const text = words.t('report.pageOf', { page: page + 1, pages: count })
    const y = pageHeight - margin - footHeight + 14
    pen.line(text, { x: margin, y, width: innerWidth }, { ...factStyle, atEnd: true })
  }
}
