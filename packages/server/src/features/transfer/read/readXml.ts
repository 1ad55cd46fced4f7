import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { SheetFault } from './sheetFault.ts'

type Attributes = Readonly<Record<string, string>>

/** What is done at the parts of an XML text; names come without their namespace prefix. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Walks XML as it comes; `null` after each piece that was read, so that the caller may hand on what
 * it has. A document type is refused: no office writes one, and entities of one's own live there.
 */
export async function* readXml(content: Readable, handlers: XmlHandlers): AsyncGenerator<null> {
  const parser = new SaxesParser<{ xmlns?: false; position: false }>({ position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new SheetFault('import.notASheet')
  })
  const { open, text, close } = handlers
  if (open) parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', ({ name }) => close(localName(name)))
  const bytes: AsyncIterable<Buffer> = content
  for await (const part of bytes) {
    parser.write(decoder.decode(part, { stream: true }))
    yield null
  }
  parser.write(decoder.decode()).close()
  yield null
}
