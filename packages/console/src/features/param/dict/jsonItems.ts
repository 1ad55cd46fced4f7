/** An entry as a document lists it, before anybody has judged it. */
export type ListedItem = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is ListedItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a text is markup: no JSON begins so. */
export const isXmlText = (text: string): boolean => text.trimStart().startsWith('<')

/** The entries that a JSON document lists, by itself or as its member `items`; null: it lists none. */
export function itemsIn(text: string): readonly ListedItem[] | null {
  const read = parsed(text)
  const list = isObject(read) ? read['items'] : read
  return Array.isArray(list) && list.length > 0 && list.every(isObject) ? list : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
