import type { SheetEncoding } from '@muster/contract'
import { open } from 'node:fs/promises'
import { encodingOf, kindOfFile } from './csv.rules.ts'
import { isUtf8 } from './isUtf8.ts'
import { readCsv } from './readCsv.ts'
import { readXlsx } from './readXlsx.ts'
import { SheetFault, type SheetRow } from './sheetFault.ts'

/** The rows of a CSV file or of a workbook's first sheet. Throws {@link SheetFault}. */
export async function* readSheet(path: string, encoding: SheetEncoding): AsyncGenerator<SheetRow> {
  const start = await firstBytes(path)
  const kind = kindOfFile(start)
  if (kind === 'oldExcel') throw new SheetFault('import.oldExcel')
  if (kind === 'other') throw new SheetFault('import.notASheet')
  if (kind === 'xlsx') {
    yield* readXlsx(path)
    return
  }
  const letters = encodingOf(start, kind, encoding)
  // Read in others, its letters would be other ones, and nobody would be told.
  if (letters.startsWith('windows') && (await isUtf8(path))) throw new SheetFault('import.isUtf8')
  yield* readCsv(path, letters)
}

/** Whether a file is a workbook, whatever it is called. */
export const isWorkbook = async (path: string): Promise<boolean> =>
  kindOfFile(await firstBytes(path)) === 'xlsx'

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
