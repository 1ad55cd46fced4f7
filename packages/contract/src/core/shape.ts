import type * as z from 'zod/mini'
import type { Call } from './call.ts'
import { isSecret } from './secret.ts'

interface SchemaNode {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly format?: string
      readonly shape?: Readonly<Record<string, SchemaNode>>
      readonly element?: SchemaNode
      readonly innerType?: SchemaNode
      readonly checks?: readonly { readonly _zod: { readonly def: { readonly format?: string } } }[]
    }
  }
}

// zod's own types do not narrow by `def.type`; this names the few parts that are read here.
const nodeOf = (schema: z.ZodMiniType | undefined) => schema as unknown as SchemaNode | undefined

/** The members of a page call's rows. */
const rowMembers = (page: Call): readonly [string, SchemaNode][] => {
  const row = nodeOf(page.schemas.reply)?._zod.def.shape?.['list']?._zod.def.element
  return Object.entries(row?._zod.def.shape ?? {})
}

/** The members of a page call's rows, but for secrets: those no file takes out of the house. */
export const columnsOf = (page: Call): ReadonlySet<string> =>
  new Set(rowMembers(page).flatMap(([name, member]) => (isSecret(member) ? [] : [name])))

/** The members of a page call's rows that are moments. */
export const momentsOf = (page: Call): ReadonlySet<string> => ofFormat(page, 'datetime')

/** The members of a page call's rows that are days of the calendar. */
export const daysOf = (page: Call): ReadonlySet<string> => ofFormat(page, 'date')

const ofFormat = (page: Call, format: string): ReadonlySet<string> =>
  new Set(rowMembers(page).flatMap(([name, member]) => (isOf(member, format) ? [name] : [])))

function isOf({ _zod: { def } }: SchemaNode, format: string): boolean {
  if (def.innerType) return isOf(def.innerType, format)
  const checks = (def.checks ?? []).map((check) => check._zod.def)
  return [def, ...checks].some((one) => one.format === format)
}

/** The members of a page call's filter that are free text: they match when contained. */
export function textFilters(page: Call): ReadonlySet<string> {
  const shape = nodeOf(page.schemas.query)?._zod.def.shape ?? {}
  const isText = (node: SchemaNode): boolean => {
    const { type, innerType, checks = [] } = node._zod.def
    if (innerType) return isText(innerType)
    return type === 'string' && !checks.some((check) => check._zod.def.format === 'uuid')
  }
  return new Set(Object.keys(shape).filter((key) => shape[key] && isText(shape[key])))
}
