/** An entry as a document lists it, before anybody has judged it. */
export type ListedItem = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is ListedItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No JSON begins so. */
const isXmlText = (text: string): boolean => text.trimStart().startsWith('<')

/** The entries that a JSON document lists, by itself or as its member `items`; null: it lists none. */
export function itemsIn(text: string): readonly ListedItem[] | null {
  const read = parsed(text)
  const list = isObject(read) ? read['items'] : read
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? list : null
}

/** Whether a text is a schema, which the server reads: XML, or a JSON Schema of an object. */
export function isSchemaText(text: string): boolean {
  if (isXmlText(text)) return true
  const read = parsed(text)
  return isObject(read) && isObject(read['properties'])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
