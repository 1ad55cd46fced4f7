import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openBook } from '../read/openBook.ts'
import { writeXlsx } from './writeXlsx.ts'

it('lets no sheet program warn of serial numbers that are texts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-sheets-'))
  try {
    const rows = async function* () {
      yield { sn: '000123', name: '7' }
    }
    const columns: [string, string][] = [
      ['sn', 'SN'],
      ['name', 'Name'],
    ]
    const path = join(folder, 'book.xlsx')
    await writeFile(path, await buffer(writeXlsx(rows(), { columns, isMirrored: false })))
    const book = await openBook(path)
    const sheet = await text(await book.open('xl/worksheets/sheet1.xml'))
    book.close()
    // Behind the rows, where ECMA-376 has it (18.3.1.99).
    expect(sheet).toMatch(
      /<\/sheetData><ignoredErrors><ignoredError sqref="A1:B1048576" numberStoredAsText="1"\/><\/ignoredErrors><\/worksheet>$/,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
