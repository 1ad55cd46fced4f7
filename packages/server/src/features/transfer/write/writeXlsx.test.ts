import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { translate } from '../../../platform/texts.ts'
import { openBook } from '../read/openBook.ts'
import { readXlsx } from '../read/readXlsx.ts'
import { WallTime } from './cells.ts'
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
    await writeFile(path, await buffer(writeXlsx(rows(), { columns, language: 'en' })))
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

it('has columns as wide as what they hold, so that no time is shown as ####', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-sheets-'))
  try {
    const rows = async function* () {
      yield { at: new WallTime('2026-12-01 00:42:57', 46_357.03), note: 'x'.repeat(200) }
    }
    const columns: [string, string][] = [
      ['no', 'No'],
      ['at', 'At (UTC)'],
      ['note', 'Note'],
    ]
    const path = join(folder, 'book.xlsx')
    await writeFile(path, await buffer(writeXlsx(rows(), { columns, language: 'en' })))
    const book = await openBook(path)
    const sheet = await text(await book.open('xl/worksheets/sheet1.xml'))
    book.close()
    // Before the rows, where ECMA-376 has it (18.3.1.17).
    expect(sheet).toMatch(/<\/sheetViews><cols>(<col [^>]*>){3}<\/cols><sheetData>/)
    expect([...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
      11, 22, 51,
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('writes a day as sheet programs do, without hours', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-sheets-'))
  try {
    const rows = async function* () {
      yield { on: new WallTime('2027-06-30', 46_568, true), at: new WallTime('x', 46_568.5) }
    }
    const columns: [string, string][] = [
      ['on', 'On'],
      ['at', 'At (UTC)'],
    ]
    const path = join(folder, 'book.xlsx')
    await writeFile(path, await buffer(writeXlsx(rows(), { columns, language: 'en' })))
    const book = await openBook(path)
    const sheet = await text(await book.open('xl/worksheets/sheet1.xml'))
    const styles = await text(await book.open('xl/styles.xml'))
    book.close()
    const [, ofDay] = /<c s="(\d)"><v>46568<\/v><\/c>/.exec(sheet) ?? []
    const formats = [...styles.matchAll(/formatCode="([^"]*)"/g)].map(([, code]) => code)
    const [, used = ''] = /<cellXfs count="4">(.*)<\/cellXfs>/.exec(styles) ?? []
    const ids = [...used.matchAll(/<xf([^>]*)\/>/g)].map(
      ([, of]) => /numFmtId="(\d+)"/.exec(of ?? '')?.[1],
    )
    expect([ofDay, ids[Number(ofDay)], formats[1]]).toEqual(['3', '165', 'yyyy\\-mm\\-dd'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it.each(['en', 'ar-IQ'])(
  'says in a cell that it holds no more of its text: %s',
  async (language) => {
    const whole = 'x'.repeat(32_767)
    // The second half of a character would be the first that is cut away.
    const long = `${'y'.repeat(10)}${'😀'.repeat(20_000)}`
    const rows = async function* () {
      yield { text: whole }
      yield { text: long }
      yield { text: 'last' }
    }
    const columns: [string, string][] = [['text', 'Text']]
    const folder = await mkdtemp(join(tmpdir(), 'muster-sheets-'))
    try {
      const path = join(folder, 'book.xlsx')
      await writeFile(path, await buffer(writeXlsx(rows(), { columns, language })))
      const read: string[] = []
      for await (const { cells } of readXlsx(path)) read.push(cells[0] ?? '')
      const told = translate(language, 'transfer.cutText', { length: long.length })
      expect(read).toHaveLength(4)
      expect(read[1]).toBe(whole)
      expect(read[2]).toHaveLength(32_767)
      expect(read[2]).toMatch(/^y{10}(?:😀)+…/u)
      expect(read[2]?.endsWith(told)).toBe(true)
      expect(read[2]).not.toContain('\uFFFD')
      expect(read[3]).toBe('last')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
