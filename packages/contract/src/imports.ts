import type { Call } from './core/call.ts'
import type { Import } from './core/importCall.ts'
import * as contract from './index.ts'

// Not part of the index: whoever imports this has every call of the contract at hand.

const isSheet = (value: unknown): value is Import =>
  typeof value === 'object' && value !== null && 'of' in value && 'columns' in value

/** The lists that take rows of a sheet: those whose sheet the contract exports. */
const imports: readonly Import[] = Object.values<unknown>(contract).filter(isSheet)

/** The import of a list, by the path of its page; null where the list takes none. */
export const importOf = (page: Pick<Call, 'path'>): Import | null =>
  imports.find(({ of }) => of.page.path === page.path) ?? null
