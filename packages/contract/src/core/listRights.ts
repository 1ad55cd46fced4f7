import type { Call } from './call.ts'

/** What taking a list away as a file asks for. */
export const exportRight = (page: Pick<Call, 'permission'>): string => rightOf(page, 'EXPORT')

/** What importing into a list asks for. */
export const importRight = (page: Pick<Call, 'permission'>): string => rightOf(page, 'IMPORT')

/** `X_LIST` becomes `X_EXPORT`; so does the `X_DETAIL` of a list within a record. */
const rightOf = ({ permission }: Pick<Call, 'permission'>, suffix: string) =>
  permission.replace(/_(?:LIST|DETAIL)$/, `_${suffix}`)

/**
 * Keys of the text that a right may have, the most particular first: `DEVICE_MODEL_LIST` is called
 * by `right.DEVICE_MODEL_LIST`, else by `right.MODEL_LIST`, else by `right.LIST`.
 */
export function rightTextKeys(code: string): string[] {
  const words = code.split('_')
  return words.map((_, from) => `right.${words.slice(from).join('_')}`)
}
