import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { bookParts } from '../src/features/transfer/write/xlsxParts.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The bytes of a zip of some parts. */
export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** A workbook whose only sheet has these rows, as XML; further parts replace those of ours. */
export const workbook = (
  rows: string,
  parts: Readonly<Record<string, string | Buffer>> = {},
): Promise<Buffer> =>
  zipOf({
    ...bookParts,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })

/** The relations of a workbook that keeps its texts apart, as Excel does. */
export const sharedTexts = (texts: readonly string[]): Readonly<Record<string, string>> => ({
  'xl/_rels/workbook.xml.rels': (bookParts['xl/_rels/workbook.xml.rels'] ?? '').replace(
    '</Relationships>',
    '<Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  ),
  'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
})
