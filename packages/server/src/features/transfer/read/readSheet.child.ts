import { sheetEncodings } from '@muster/contract'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { readSheet } from './readSheet.ts'
import { SheetFault, type SheetRow } from './sheetFault.ts'

/** What the reading thread answers to each message: some rows, none at the end, or why it cannot. */
export type SheetAnswer = { readonly rows: readonly SheetRow[] } | { readonly fault: string }

const { path, encoding, batch } = z
  .object({ path: z.string(), encoding: z.enum(sheetEncodings), batch: z.int() })
  .parse(workerData)
const rows = readSheet(path, encoding)

parentPort?.on('message', () => {
  void answer().then((said) => parentPort?.postMessage(said))
})

async function answer(): Promise<SheetAnswer> {
  const some: SheetRow[] = []
  try {
    while (some.length < batch) {
      const next: IteratorResult<SheetRow, unknown> = await rows.next()
      if (next.done) break
      some.push(next.value)
    }
    return { rows: some }
  } catch (error) {
    return { fault: error instanceof SheetFault ? error.key : 'import.brokenBook' }
  }
}
