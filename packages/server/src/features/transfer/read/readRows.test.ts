import type { SheetEncoding } from '@muster/contract'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedTexts, workbook, zipOf } from '../../../../test/workbook.ts'
import { readRows } from './readRows.ts'
import { SheetFault } from './sheetFault.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-sheets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(
  content: string | Buffer,
  encoding: SheetEncoding = 'unicode',
): Promise<(number | string)[][]> {
  const path = join(folder, 'sheet')
  await writeFile(path, content)
  const rows: (number | string)[][] = []
  for await (const some of readRows({ path, encoding }, new AbortController().signal))
    rows.push(...some.map(({ number, cells }) => [number, ...cells]))
  return rows
}

/** Why a file is refused. */
const fault = (content: string | Buffer): Promise<string> =>
  read(content).then(
    (rows) => `read ${rows.length} rows`,
    (error: unknown) => (error instanceof SheetFault ? error.key : String(error)),
  )

describe('a CSV file', () => {
  it.each([
    ['commas', 'code,name\r\nA,"B, ""C"""\r\n'],
    ['semicolons', 'code;name\nA;"B, ""C"""'],
    ['tabs', 'code\tname\nA\tB, "C"\n'],
    ['a mark of its script', '\uFEFFcode,name\nA,"B, ""C"""\n'],
    ['a line that names its mark', 'sep=;\ncode;name\nA;"B, ""C"""\n'],
    ['a line of Windows that names its mark', 'sep=;\r\ncode;name\r\nA;"B, ""C"""\r\n'],
  ])('is read with %s', async (_, text) => {
    const rows = (await read(text)).filter(([, ...cells]) => cells.some(Boolean))
    expect(rows.map(([, ...cells]) => cells)).toEqual([
      ['code', 'name'],
      ['A', 'B, "C"'],
    ])
  })

  it('has each row that it has, whichever line ends it was joined of', async () => {
    const rows = [
      [1, 'code', 'name'],
      [2, 'A', '1'],
      [3, 'B', 'two\nlines'],
      [4, 'C', '3'],
    ]
    expect(await read('code;name\r\nA;1\nB;"two\nlines"\nC;3\r\n')).toEqual(rows)
    expect(await read('code;name\nA;1\r\nB;"two\nlines"\r\nC;3\n')).toEqual(rows)
    expect(await read('code;name\rA;1\nB;"two\nlines"\r\nC;3')).toEqual(rows)
  })

  it.each([';', '\t'])('may have a title above its headings, parted by "%s"', async (mark) => {
    const text = `Terminals of the north\r\n\r\ncode${mark}name\r\nA${mark}"B, C"\r\n`
    expect(await read(text)).toEqual([
      [1, 'Terminals of the north'],
      [2, ''],
      [3, 'code', 'name'],
      [4, 'A', 'B, C'],
    ])
  })

  it('is read in UTF-16, as Excel writes "Unicode text"', async () => {
    const text = Buffer.from('\uFEFFcode\tالاسم\r\nA\tبغداد\r\n', 'utf16le')
    expect(await read(text)).toEqual([
      [1, 'code', 'الاسم'],
      [2, 'A', 'بغداد'],
    ])
  })

  it('keeps what looks like a formula, also where an export had made it harmless', async () => {
    expect(await read("a,=1+1\nb,'=1+1\nc,'quoted'\n")).toEqual([
      [1, 'a', '=1+1'],
      [2, 'b', '=1+1'],
      [3, 'c', "'quoted'"],
    ])
  })

  it('counts its rows as a sheet program does', async () => {
    expect(await read('a\n\n"two\nlines"\nb\n')).toEqual([
      [1, 'a'],
      [2, ''],
      [3, 'two\nlines'],
      [4, 'b'],
    ])
  })

  it.each([
    ['windows-1252', [0x4a, 0xfc, 0x72, 0x67, 0x20, 0x80], 'Jürg €'],
    ['windows-1256', [0xc8, 0xdb, 0xcf, 0xc7, 0xcf], 'بغداد'],
  ] as const)('is read in %s where the person says so', async (encoding, bytes, name) => {
    const content = Buffer.from([...Buffer.from('code;name\r\nA;'), ...bytes])
    expect(await read(content, encoding)).toEqual([
      [1, 'code', 'name'],
      [2, 'A', name],
    ])
  })

  it('is read in the letters that its first bytes name, whatever was chosen', async () => {
    const text = '\uFEFFcode\nبغداد\n'
    const rows = [
      [1, 'code'],
      [2, 'بغداد'],
    ]
    expect(await read(text, 'windows-1252')).toEqual(rows)
    expect(await read(Buffer.from(text, 'utf16le'), 'windows-1252')).toEqual(rows)
  })

  it('is refused in other letters than UTF-8, and when a quote is never closed', async () => {
    expect(await fault(Buffer.from([0x63, 0x0a, 0xc8, 0xe3]))).toBe('import.notUtf8')
    expect(await fault(`code\n"${'x'.repeat(300_000)}`)).toBe('import.brokenCsv')
    expect(await fault('code\n"x')).toBe('import.brokenCsv')
  })

  it.each(['windows-1252', 'windows-1256'] as const)(
    'is refused in %s where it is UTF-8, whose letters would be others',
    async (encoding) => {
      for (const name of ['Jürg', 'بغداد', '€', 'x'.repeat(70_000).concat('é')])
        await expect(read(`code,name\nA,${name}\n`, encoding)).rejects.toMatchObject({
          key: 'import.isUtf8',
        })
      expect(await read('code\nA\n', encoding)).toEqual([
        [1, 'code'],
        [2, 'A'],
      ])
    },
  )

  it('doubts numbers that a sheet program has shortened when it saved them', async () => {
    const cells = [
      '8.97E+17',
      '1,23457E+17',
      '1E+10',
      '-4.5E+103',
      '1E10',
      '2E-05',
      'A1E+10',
      '1E+7',
    ]
    const path = join(folder, 'shortened')
    await writeFile(path, cells.join(';'))
    for await (const [row] of readRows({ path }, new AbortController().signal))
      expect(row).toEqual({
        number: 1,
        cells,
        doubts: { 0: 'digits', 1: 'digits', 2: 'digits', 3: 'digits' },
      })
    expect.assertions(1)
  })

  it('is refused when a line has more cells than a sheet has columns', async () => {
    expect(await fault(`code\n${','.repeat(16_383)}`)).toBe('read 2 rows')
    expect(await fault(`code\n${','.repeat(16_384)}`)).toBe('import.tooLarge')
  })
})

describe('a workbook', () => {
  it('is read cell by cell: texts of all sorts, numbers, and the last value of a formula', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>name</t></is></c></row>
      <row r="3"><c r="A3" t="str"><f>1+1</f><v>two</v></c><c r="B3"><f>1+1</f><v>2</v></c>
      <c r="C3" t="s"><v>1</v></c><c><v>1.23456789012345E+14</v></c><c t="b"><v>1</v></c></row>`
    const texts = ['<t>co</t>', '<r><t>rich </t></r><r><t>text</t></r><rPh><t>aloud</t></rPh>']
    expect(await read(await workbook(rows, sharedTexts(texts)))).toEqual([
      [1, 'co', '', 'name'],
      [3, 'two', '2', 'rich text', '123456789012345', 'TRUE'],
    ])
  })

  it('has nothing in a cell without a value, and is refused where it names a text that it has not', async () => {
    const texts = sharedTexts(['<t>name</t>'])
    const empty =
      '<row><c t="s"/><c t="s"><v></v></c><c t="b"/><c t="b"><v/></c><c><v>1</v></c></row>'
    expect(await read(await workbook(empty, texts))).toEqual([[1, '', '', '', '', '1']])
    for (const place of ['1', '-1', 'x'])
      expect(await fault(await workbook(`<row><c t="s"><v>${place}</v></c></row>`, texts))).toBe(
        'import.brokenBook',
      )
  })

  it('is read with what XML has no letters for, and with texts that are kept as they are', async () => {
    const text = (one: string) => `<c t="inlineStr"><is>${one}</is></c>`
    const rows = `<row>${text('<t>line1_x000D_\nline2</t>')}${text('<t>_x005F_x0041_ _x0042_</t>')}
      ${text('<t><![CDATA[Acme & Co]]></t>')}${text('<r><t>_x00</t></r><r><t>41_</t></r>')}</row>`
    expect(await read(await workbook(rows))).toEqual([
      [1, 'line1\r\nline2', '_x0041_ B', 'Acme & Co', '_x0041_'],
    ])
  })

  it('tells days, lost digits and formulas that hold nothing from what was typed', async () => {
    const styles = `<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="000000"/></numFmts>
      <cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs count="3"><xf/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    const rows = `<row r="1"><c s="1"><v>46024.128</v></c><c><v>1.23456789012346E+17</v></c><c><f>A1</f></c>
      <c t="e"><f>1/0</f><v>#DIV/0!</v></c><c s="2"><v>7</v></c><c t="b"><v>0</v></c></row>`
    const path = join(folder, 'doubts')
    await writeFile(path, await workbook(rows, { 'xl/styles.xml': styles }))
    for await (const [row] of readRows({ path }, new AbortController().signal))
      expect(row).toEqual({
        number: 1,
        cells: ['2026-01-02 03:04:19', '123456789012346000', '', '#DIV/0!', '000007', 'FALSE'],
        doubts: { 0: 'date', 1: 'digits', 2: 'formula', 3: 'error' },
      })
    expect.assertions(1)
  })

  it('is read whatever its formats are made of, and works each out once', async () => {
    const code = '['.repeat(900_000)
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>
      <cellXfs>${'<xf numFmtId="164"/>'.repeat(2000)}</cellXfs></styleSheet>`
    const rows = '<row><c s="7"><v>5</v></c></row>'
    expect(await read(await workbook(rows, { 'xl/styles.xml': styles }))).toEqual([[1, '5']])
  })

  it('is given up when it lets its reader wait too long', async () => {
    const path = join(folder, 'slow')
    await writeFile(path, await workbook('<row/>'.repeat(1000)))
    const { signal } = new AbortController()
    const reading = readRows({ path, waitMs: 1 }, signal).next()
    await expect(reading).rejects.toMatchObject({ key: 'import.tooSlow' })
    // Who stops it himself hears of his own stop.
    const stopped = readRows({ path, waitMs: 1 }, AbortSignal.abort()).next()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is refused when it claims a gigabyte, or unpacks to far more than it weighs', async () => {
    const bomb = await workbook(`<row><c><v>${'0'.repeat(80 * 1024 * 1024)}</v></c></row>`)
    expect(bomb.length).toBeLessThan(200_000)
    expect(await fault(bomb)).toBe('import.tooLarge')
    const claim = await workbook('<row/>')
    const at = claim.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46
    claim.writeUInt32LE(1024 ** 3, at + 24)
    expect(await fault(claim)).toBe('import.tooLarge')
  })

  it('is refused when one long text stands in every cell of a row', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`
    const texts = sharedTexts([`<t>${'long'.repeat(100)}</t>`])
    expect(await fault(await workbook(row, texts))).toBe('import.tooLarge')
  })

  it('is handed over in small parts, however wide its rows are', async () => {
    const wide = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'
    const path = join(folder, 'wide')
    await writeFile(path, await workbook(wide.repeat(100)))
    const parts: number[] = []
    for await (const rows of readRows({ path }, new AbortController().signal))
      parts.push(rows.length)
    expect(parts.reduce((sum, count) => sum + count)).toBe(100)
    expect(Math.max(...parts)).toBeLessThan(10)
  })

  it('is handed over in small parts, or refused, however many of its cells are doubtful', async () => {
    const doubtful = `<row>${'<c><f/></c>'.repeat(8192)}</row>`
    const wider = `<row>${'<c><f/></c>'.repeat(16_384)}</row>`
    expect(await fault(await workbook(wider))).toBe('import.tooLarge')
    const path = join(folder, 'doubtful')
    await writeFile(path, await workbook(doubtful.repeat(5)))
    const parts: number[] = []
    for await (const rows of readRows({ path }, new AbortController().signal))
      parts.push(rows.length)
    expect(parts).toEqual([1, 1, 1, 1, 1])
  })

  it('is read to the last row of a sheet, and refused where it goes on', async () => {
    const last = '<row r="1048576"><c><v>1</v></c></row>'
    expect(await read(await workbook(last))).toEqual([[1_048_576, '1']])
    expect(await fault(await workbook(`${last}<row/>`))).toBe('import.tooLarge')
  })

  it('is refused when it is larger than it claims', async () => {
    const book = await workbook(`<row><c><v>${'7'.repeat(50_000)}</v></c></row>`)
    const at = book.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46
    book.writeUInt32LE(100, at + 24)
    expect(await fault(book)).toBe('import.brokenBook')
  })

  it('is refused when it declares entities of its own', async () => {
    const laugh = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>`
    const sheet = { 'xl/worksheets/sheet1.xml': laugh }
    expect(await fault(await workbook('', sheet))).toBe('import.notASheet')
  })

  it('is refused when it is none, is cut off or hides where its sheet lies', async () => {
    const whole = await workbook('<row><c><v>1</v></c></row>')
    expect(await fault(whole.subarray(0, whole.length - 30))).toBe('import.brokenBook')
    expect(await fault(await zipOf({ 'readme.txt': 'hello' }))).toBe('import.notASheet')
    const rels = { 'xl/_rels/workbook.xml.rels': '<Relationships/>' }
    expect(await fault(await workbook('', rels))).toBe('import.notASheet')
    expect(await fault(await workbook('', { 'xl/worksheets/sheet1.xml': '<a><b></a>' }))).toBe(
      'import.brokenBook',
    )
    expect(await fault(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('import.oldExcel')
    expect(await fault(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))).toBe('import.notASheet')
  })
})
