// This module alone: the whole contract takes longer to load than most sheets to read.
import { sheetEncodings } from '@muster/contract/core/sheetEncoding'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { readSheet } from './readSheet.ts'
import { SheetFault, type SheetRow } from './sheetFault.ts'

/** What the reading thread answers to each message: some rows, none at the end, or why it cannot. */
export type SheetAnswer = { readonly rows: readonly SheetRow[] } | { readonly fault: string }

/**
 * Characters and cells of a row, and of the rows of one answer: a workbook names one long text as
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
      const own = weightOf(next.value)
      if (own > mostOfRow || next.value.cells.length > mostCells)
        throw new SheetFault('import.tooLarge')
      weight += own
      some.push(next.value)
    }
    return { rows: some }
  } catch (error) {
    return { fault: error instanceof SheetFault ? error.key : 'import.brokenBook' }
  }
}

const weightOf = ({ cells }: SheetRow): number =>
  cells.reduce((sum, { length }) => sum + length + 1, 0)
