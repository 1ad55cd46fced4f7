import { posix } from 'node:path'
import { type Book, openBook } from './openBook.ts'
import { columnAt, type Covered, mergesOf } from './merges.ts'
import { readXml } from './readXml.ts'
import { type CellText, type NumberStyle, styleOf, textOfNumber } from './cellText.rules.ts'
import { type CellDoubt, mostRows, SheetFault, type SheetRow } from './sheetFault.ts'

/** Characters of all shared texts together: they are the one thing that has to be kept. */
const mostSharedText = 64 * 1024 * 1024
/** Columns of a sheet (ECMA-376), and characters of a cell. */
const mostColumns = 16_384
const longestText = 32_767

/** The rows of the first sheet of a workbook that is shown. Formulas are never worked out: their last value is read. */
export async function* readXlsx(path: string): AsyncGenerator<SheetRow> {
  const book = await openBook(path)
  try {
    const { sheet, shared, styles, is1904 } = await placesIn(book)
    const texts = shared && book.has(shared) ? await readShared(book, shared) : []
    const shown = styles && book.has(styles) ? await readStyles(book, styles) : []
    const covered = await mergesOf(book, sheet)
    yield* readSheet(book, sheet, { texts, styles: shown, is1904, covered })
  } catch (error) {
    throw error instanceof SheetFault ? error : new SheetFault('import.brokenBook')
  } finally {
    book.close()
  }
}

const workbook = 'xl/workbook.xml'

interface Places {
  readonly sheet: string
  readonly shared: string | undefined
  readonly styles: string | undefined
  /** Days are counted from 1904, as old Macs did. */
  readonly is1904: boolean
}

const countsFrom1904 = ({ date1904 = '' }: Readonly<Record<string, string>>): boolean =>
  /^(1|true)$/.test(date1904)

/** Where the first sheet that is shown, the shared texts and the styles lie. */
async function placesIn(book: Book): Promise<Places> {
  const sheets: { id: string; isShown: boolean }[] = []
  let is1904 = false
  const targets = new Map<string, { target: string; type: string }>()
  await walk(book, workbook, (name, attributes) => {
    if (name === 'workbookPr') is1904 = countsFrom1904(attributes)
    if (name !== 'sheet') return
    const { state = '' } = attributes
    sheets.push({
      id: attributes['r:id'] ?? idOf(attributes) ?? '',
      isShown: !/hidden/i.test(state),
    })
  })
  await walk(book, 'xl/_rels/workbook.xml.rels', (name, { Id = '', Target = '', Type = '' }) => {
    if (name === 'Relationship') targets.set(Id, { target: Target, type: Type })
  })
  // A chart may have a sheet of its own.
  const tables = sheets.filter(({ id }) => targets.get(id)?.type.endsWith('/worksheet'))
  const sheet = targets.get((tables.find(({ isShown }) => isShown) ?? tables[0])?.id ?? '')
  if (!sheet) throw new SheetFault('import.notASheet')
  const placeOfType = (ending: string) => {
    const found = [...targets.values()].find(({ type }) => type.endsWith(ending))
    return found && placeOf(found.target)
  }
  return {
    sheet: placeOf(sheet.target),
    shared: placeOfType('/sharedStrings'),
    styles: placeOfType('/styles'),
    is1904,
  }
}

/** What the numbers of each style are shown as. */
async function readStyles(book: Book, name: string): Promise<NumberStyle[]> {
  const codes = new Map<number, string>()
  // A book may have any number of styles of one format.
  const known = new Map<number, NumberStyle>()
  const shownBy = (id: number): NumberStyle => {
    const style = known.get(id) ?? styleOf(id, codes.get(id))
    known.set(id, style)
    return style
  }
  const styles: NumberStyle[] = []
  let isOfCells = false
  const reading = readXml(await book.open(name), {
    open: (tag, { numFmtId = '0', formatCode }) => {
      if (tag === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (tag === 'cellXfs') isOfCells = true
      if (tag === 'xf' && isOfCells) styles.push(shownBy(Number(numFmtId)))
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false
    },
  })
  for await (const _ of reading) continue
  return styles
}

const idOf = (attributes: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]

const placeOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join('xl', target)

async function walk(
  book: Book,
  name: string,
  open: (name: string, attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  for await (const _ of readXml(await book.open(name), { open })) continue
}

async function readShared(book: Book, name: string): Promise<string[]> {
  const texts: string[] = []
  const cell = textOfCell()
  let size = 0
  const reading = readXml(await book.open(name), {
    ...cell.handlers,
    close: (tag) => {
      cell.handlers.close(tag)
      if (tag !== 'si') return
      const text = cell.take()
      size += text.length
      if (size > mostSharedText) throw new SheetFault('import.tooLarge')
      texts.push(text)
    },
  })
  for await (const _ of reading) continue
  return texts
}

/** What XML has no place for stands as `_x000D_`, the underscore of what only reads so as `_x005F_` (ECMA-376, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** Collects what stands in `<t>` and `<v>`; how Chinese and Japanese are read aloud (`rPh`) is no text. */
function textOfCell() {
  let text = ''
  let begun = 0
  let isRead = false
  let isAloud = false
  return {
    handlers: {
      open: (tag: string) => {
        if (tag === 't' || tag === 'v') {
          isRead = !isAloud
          begun = text.length
        }
        if (tag === 'rPh') isAloud = true
      },
      text: (part: string) => {
        if (isRead && text.length <= longestText) text += part
      },
      close: (tag: string) => {
        if (tag === 't' || tag === 'v') {
          isRead = false
          text = text.slice(0, begun) + unescaped(text.slice(begun))
        }
        if (tag === 'rPh') isAloud = false
      },
    },
    take: () => {
      const whole = text
      text = ''
      return whole
    },
  }
}

interface CellPlace {
  readonly column: number
  readonly type: string
  readonly style: number
  readonly hasFormula: boolean
}

const noCell: CellPlace = { column: -1, type: 'n', style: 0, hasFormula: false }

/** What cells refer to. */
interface Shown {
  readonly texts: readonly string[]
  readonly styles: readonly NumberStyle[]
  readonly is1904: boolean
  readonly covered: Covered
}

interface RowDraft {
  readonly number: number
  readonly cells: string[]
  readonly doubts: Record<string, CellDoubt>
}

async function* readSheet(book: Book, name: string, shown: Shown): AsyncGenerator<SheetRow> {
  const done: SheetRow[] = []
  const value = textOfCell()
  let row: RowDraft = { number: 0, cells: [], doubts: {} }
  let cell = noCell
  // Of the rows until now: what lies beyond has no heading.
  let width = 0
  const reading = readXml(await book.open(name), {
    text: value.handlers.text,
    open: (tag, attributes) => {
      value.handlers.open(tag)
      if (tag === 'row') {
        const { r } = attributes
        row = { number: numberOf(r, row.number), cells: [], doubts: {} }
        cell = noCell
      } else if (tag === 'c') {
        const { r, t: type = 'n', s: style = '0' } = attributes
        cell = { ...noCell, column: columnOf(r, cell.column), type, style: Number(style) }
        value.take()
      } else if (tag === 'f') cell = { ...cell, hasFormula: true }
    },
    close: (tag) => {
      value.handlers.close(tag)
      if (tag === 'c') put(row, cell, valueOf(cell, value.take(), shown))
      else if (tag === 'row') {
        width = Math.max(width, row.cells.length)
        // What holds nothing of its own is no row.
        if (row.cells.length > 0)
          for (const place of shown.covered(row.number, width)) row.doubts[place] = 'merged'
        done.push(rowOf(row))
      }
    },
  })
  for await (const _ of reading) yield* done.splice(0)
}

/** Rows go on downwards, and no further than a sheet goes, whatever a broken file says. */
function numberOf(named: string | undefined, before: number): number {
  const number = Number(named)
  return Number.isSafeInteger(number) && number > before && number <= mostRows ? number : before + 1
}

/** The place of `BC12`, from 0; without a name a cell follows the one before it. */
function columnOf(name: string | undefined, before: number): number {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0]
  return letters ? columnAt(letters) : before + 1
}

const rowOf = ({ number, cells, doubts }: RowDraft): SheetRow =>
  Object.keys(doubts).length > 0 ? { number, cells, doubts } : { number, cells }

function put({ cells, doubts }: RowDraft, { column }: CellPlace, { text, doubt }: CellText): void {
  if (column >= mostColumns) return
  if (doubt) doubts[column] = doubt
  if (text === '') return
  while (cells.length < column) cells.push('')
  cells[column] = text
}

function valueOf({ type, style, hasFormula }: CellPlace, text: string, shown: Shown): CellText {
  const { texts, styles, is1904 } = shown
  if (hasFormula && text === '' && type !== 'str') return { text, doubt: 'formula' }
  if (type === 'e') return { text, doubt: 'error' }
  if (type === 's' && text.trim()) return { text: sharedText(texts, text), doubt: null }
  if (type === 'b' && text.trim()) return { text: text === '1' ? 'TRUE' : 'FALSE', doubt: null }
  return type === 'n'
    ? textOfNumber(text, styles[style] ?? null, is1904)
    : { text, doubt: type === 'd' ? 'date' : null }
}

/** A text that a cell names and the workbook has not is lost. */
function sharedText(texts: readonly string[], place: string): string {
  const text = texts[Number(place)]
  if (text === undefined) throw new SheetFault('import.brokenBook')
  return text
}
