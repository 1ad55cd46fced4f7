import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { closesQuotes, delimiterOf, type TextEncoding } from './csv.rules.ts'
import { SheetFault, type SheetRow } from './sheetFault.ts'

/** A line longer than this is no row but a quote that was never closed. */
const longestRow = 256 * 1024
/** All of them end a row, also where a file has several: left alone, the parser takes the first one it meets for all. */
const lineEnds = ['\r\n', '\n', '\r']

/** The rows of a CSV file, parted by comma, semicolon, tab or what its first line names. */
export async function* readCsv(path: string, encoding: TextEncoding): AsyncGenerator<SheetRow> {
  const texts = decoded(path, encoding)
  const begun: IteratorResult<string, undefined> = await texts.next()
  const first = begun.done ? '' : begun.value
  const delimiter = delimiterOf(first)
  const start = first.replace(/^sep=.(?=[\r\n])/i, '')
  const lines = parse({
    delimiter,
    record_delimiter: lineEnds,
    relax_column_count: true,
    relax_quotes: true,
    // Quotes that are not closed where their cell ends are found in the line as it was.
    raw: true,
    max_record_size: longestRow,
  })
  const isClosed = closesQuotes(delimiter)
  let number = 0
  try {
    // What goes wrong in the text ends the lines with it.
    pipeline(Readable.from(joined(start, texts)), lines, () => undefined)
    const records: AsyncIterable<Line> = lines
    for await (const { record, raw } of records) {
      const isTorn = record.some((cell) => cell.startsWith('"')) && !isClosed(raw)
      const row = { number: ++number, cells: record.map(asTyped), ...doubtsOf(record) }
      yield isTorn ? { ...row, isTorn } : row
    }
  } catch (error) {
    if (error instanceof SheetFault) throw error
    throw new SheetFault('import.brokenCsv')
  }
}

interface Line {
  readonly record: readonly string[]
  readonly raw: string
}

async function* joined(start: string, rest: AsyncIterable<string>) {
  yield start
  yield* rest
}

async function* decoded(path: string, encoding: TextEncoding): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bytes: AsyncIterable<Buffer> = createReadStream(path)
  try {
    for await (const part of bytes) yield decoder.decode(part, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new SheetFault('import.notUtf8')
    throw error
  }
  return undefined
}

/** A number as a sheet program saves it that has no room for its digits, by the point or comma of its country. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/

function doubtsOf(cells: readonly string[]): Pick<SheetRow, 'doubts'> {
  const places = cells.flatMap((cell, place) => (shortened.test(cell) ? [place] : []))
  return places.length > 0
    ? { doubts: Object.fromEntries(places.map((place) => [place, 'digits'])) }
    : {}
}

/** Takes off the apostrophe by which an export made a text harmless. */
const asTyped = (cell: string): string =>
  cell.replace(/^'(?='*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, '')
