// This module alone: the whole contract takes longer to load than most sheets to read.
import { sheetEncodings } from '@muster/contract/core/sheetEncoding'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { readSheet } from './readSheet.ts'
import { mostRows, SheetFault, type SheetRow } from './sheetFault.ts'

/** What the reading thread answers to each message: some rows, none at the end, or why it cannot. */
export type SheetAnswer = { readonly rows: readonly SheetRow[] } | { readonly fault: string }

/**
 * Characters, cells and doubts of a row, and of the rows of one answer: a workbook names one long text as
 * often as it likes, and each time it is copied to whoever asked.
 */
const mostOfRow = 256 * 1024
const mostOfAnswer = 128 * 1024
/** Columns of a sheet (ECMA-376): a line of text has no more either. */
const mostCells = 16_384

const { path, encoding, batch } = z
  .object({ path: z.string(), encoding: z.enum(sheetEncodings), batch: z.int() })
  .parse(workerData)
const rows = readSheet(path, encoding)

parentPort?.on('message', () => {
  void answer().then((said) => parentPort?.postMessage(said))
})

async function answer(): Promise<SheetAnswer> {
  const some: SheetRow[] = []
  let weight = 0
  try {
    while (some.length < batch && weight < mostOfAnswer) {
      const next: IteratorResult<SheetRow, unknown> = await rows.next()
      if (next.done) break
      const own = weigh(next.value)
      if (own.weight > mostOfRow || own.width > mostCells || next.value.number > mostRows)
        throw new SheetFault('import.tooLarge')
      weight += own.weight
      some.push(next.value)
    }
    return { rows: some }
  } catch (error) {
    return { fault: error instanceof SheetFault ? error.key : 'import.brokenBook' }
  }
}

/** What a doubt weighs beside its cell: a place and a word, and more work than a text. */
const doubtWeight = 16

function weigh({ cells, doubts = {} }: SheetRow): { width: number; weight: number } {
  // Places come in their order; those of cells without a text lie behind all texts, too.
  const places = Object.keys(doubts)
  const width = Math.max(cells.length, Number(places.at(-1) ?? -1) + 1)
  const texts = cells.reduce((sum, { length }) => sum + length, 0)
  return { width, weight: width + texts + places.length * doubtWeight }
}
