import { SaxesParser } from 'saxes'
import { Unreadable } from './readTemplate.ts'

/** An element of an XML text; names in small letters, without their prefix. */
export interface Element {
  readonly name: string
  readonly line: number
  readonly attributes: ReadonlyMap<string, string>
  readonly children: Element[]
  text: string
}

/** Elements, and elements within elements, that a schema may have. */
const mostElements = 60_000
const deepest = 12

const plainName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** The root of an XML text. A document type is refused: with it, entities of one's own would come in. */
export function readTree(text: string): Element {
  const parser = new SaxesParser<{ xmlns?: false }>({})
  const open: Element[] = []
  const roots: Element[] = []
  let elements = 0
  const refuse = () => {
    throw new Unreadable(parser.line)
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (elements > mostElements || open.length >= deepest) refuse()
    const pairs = Object.entries(attributes).map(([key, value]) => [plainName(key), value] as const)
    const element = {
      name: plainName(name),
      line: parser.line,
      attributes: new Map(pairs),
      children: [],
      text: '',
    }
    const within = open.at(-1)?.children ?? roots
    within.push(element)
    open.push(element)
  })
  const add = (part: string) => {
    const element = open.at(-1)
    if (element) element.text += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  const [root] = roots
  if (!root) throw new Unreadable()
  return root
}

/** The first child of a name. */
export const childOf = ({ children }: Element, ...names: readonly string[]): Element | undefined =>
  children.find(({ name }) => names.includes(name))

/** The text of a child, or of an attribute of that name; undefined: neither is there. */
export function textOf(element: Element, ...names: readonly string[]): string | undefined {
  const found =
    childOf(element, ...names)?.text ??
    names.map((name) => element.attributes.get(name)).find(Boolean)
  return found?.trim()
}
