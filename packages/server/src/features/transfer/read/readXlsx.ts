import { posix } from 'node:path'
import { type Book, openBook } from './openBook.ts'
import { readXml } from './readXml.ts'
import { SheetFault, type SheetRow } from './sheetFault.ts'

/** Characters of all shared texts together: they are the one thing that has to be kept. */
const mostSharedText = 64 * 1024 * 1024
/** Columns of a sheet (ECMA-376), and characters of a cell. */
const mostColumns = 16_384
const longestText = 32_767

/** The rows of the first sheet of a workbook. Formulas are never worked out: their last value is read. */
export async function* readXlsx(path: string): AsyncGenerator<SheetRow> {
  const book = await openBook(path)
  try {
    const { sheet, shared } = await placesIn(book)
    const texts = shared && book.has(shared) ? await readShared(book, shared) : []
    yield* readSheet(book, sheet, texts)
  } catch (error) {
    throw error instanceof SheetFault ? error : new SheetFault('import.brokenBook')
  } finally {
    book.close()
  }
}

const workbook = 'xl/workbook.xml'

/** Where the first sheet and the shared texts lie. */
async function placesIn(book: Book): Promise<{ sheet: string; shared: string | undefined }> {
  let first: string | undefined
  const targets = new Map<string, { target: string; type: string }>()
  await walk(book, workbook, (name, attributes) => {
    if (name === 'sheet') first ??= attributes['r:id'] ?? idOf(attributes)
  })
  await walk(book, 'xl/_rels/workbook.xml.rels', (name, { Id = '', Target = '', Type = '' }) => {
    if (name === 'Relationship') targets.set(Id, { target: Target, type: Type })
  })
  const sheet = targets.get(first ?? '')
  if (!sheet) throw new SheetFault('import.notASheet')
  const shared = [...targets.values()].find(({ type }) => type.endsWith('/sharedStrings'))
  return { sheet: placeOf(sheet.target), shared: shared && placeOf(shared.target) }
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

/** Collects what stands in `<t>` and `<v>`; how Chinese and Japanese are read aloud (`rPh`) is no text. */
function textOfCell() {
  let text = ''
  let isRead = false
  let isAloud = false
  return {
    handlers: {
      open: (tag: string) => {
        if (tag === 't' || tag === 'v') isRead = !isAloud
        if (tag === 'rPh') isAloud = true
      },
      text: (part: string) => {
        if (isRead && text.length <= longestText) text += part
      },
      close: (tag: string) => {
        if (tag === 't' || tag === 'v') isRead = false
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
}

async function* readSheet(
  book: Book,
  name: string,
  shared: readonly string[],
): AsyncGenerator<SheetRow> {
  const done: SheetRow[] = []
  const value = textOfCell()
  let row = { number: 0, cells: Array.of<string>() }
  let cell: CellPlace = { column: 0, type: 'n' }
  const reading = readXml(await book.open(name), {
    text: value.handlers.text,
    open: (tag, attributes) => {
      value.handlers.open(tag)
      if (tag === 'row') {
        row = { number: numberOf(attributes['r'], row.number), cells: [] }
        cell = { column: -1, type: 'n' }
      } else if (tag === 'c') {
        cell = { column: columnOf(attributes['r'], cell.column), type: attributes['t'] ?? 'n' }
        value.take()
      }
    },
    close: (tag) => {
      value.handlers.close(tag)
      if (tag === 'c') put(row.cells, cell, valueOf(cell, value.take(), shared))
      else if (tag === 'row') done.push(row)
    },
  })
  for await (const _ of reading) yield* done.splice(0)
}

/** Rows go on downwards, whatever a broken file says. */
function numberOf(named: string | undefined, before: number): number {
  const number = Number(named)
  return Number.isSafeInteger(number) && number > before ? number : before + 1
}

/** The place of `BC12`, from 0; without a name a cell follows the one before it. */
function columnOf(name: string | undefined, before: number): number {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0]
  if (!letters) return before + 1
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column - 1
}

function put(cells: string[], { column }: CellPlace, value: string): void {
  if (column >= mostColumns || value === '') return
  while (cells.length < column) cells.push('')
  cells[column] = value
}

function valueOf({ type }: CellPlace, text: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(text)] ?? ''
  return type === 'n' ? plainNumber(text) : text
}

/** Long whole numbers are kept as `1.23456789012345E+14`: people typed the digits. */
const plainNumber = (text: string): string =>
  /e/i.test(text) && Number.isSafeInteger(Number(text)) ? String(Number(text)) : text
