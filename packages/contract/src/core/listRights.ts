import type { Call } from './call.ts'

/** What taking a list away as a file asks for. */
export const exportRight = (page: Pick<Call, 'permission'>): string => rightOf(page, 'EXPORT')

/** What importing into a list asks for. */
export const importRight = (page: Pick<Call, 'permission'>): string => rightOf(page, 'IMPORT')

/** `X_LIST` becomes `X_EXPORT`. */
const rightOf = ({ permission }: Pick<Call, 'permission'>, suffix: string) =>
  permission.replace(/_LIST$/, `_${suffix}`)
