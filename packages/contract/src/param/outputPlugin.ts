import { cellOf, type ParamShape, tableRows } from './field.ts'
import type { FormField } from './templateContent.ts'

/** A value by its type. Decimals and amounts are texts, so that none is rounded. */
export type PluginValue =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly Readonly<Record<string, PluginValue>>[]

/** A parameter as a plug-in of an output format is told it, in the order of the form. */
export interface PluginEntry {
  readonly pid: string
  readonly dataType: ParamShape['dataType']
  /** The tab of the form that it stands in. */
  readonly group: string
  readonly value: PluginValue
  /** Of a TABLE: its columns, in their order. */
  readonly columns: readonly { readonly key: string; readonly dataType: string }[]
}

/** A parameter with its value as its type says. A document stays the text that it is. */
export const pluginEntry = (
  field: Pick<FormField, 'pid' | 'groupId'> & ParamShape,
  text: string,
): PluginEntry => ({
  pid: field.pid,
  dataType: field.dataType,
  group: field.groupId,
  value: valueOf(field, text),
  columns: field.columns.map(({ key, dataType }) => ({ key, dataType })),
})

function valueOf(shape: Pick<ParamShape, 'dataType' | 'columns'>, text: string): PluginValue {
  switch (shape.dataType) {
    case 'INTEGER':
    case 'PORT':
      return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text
    case 'BOOL':
      return text === 'true' || (text === 'false' ? false : text)
    case 'MULTI_ENUM':
      return text.split(',')
    case 'TABLE':
      return rowsOf(shape.columns, text) ?? text
    default:
      return text
  }
}

/** Rows of a table; cells that are empty are left out, as in every format. */
const rowsOf = (columns: ParamShape['columns'], text: string) =>
  tableRows(text)?.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ key, dataType }): [string, PluginValue][] => {
        const cell = cellOf(row, key)
        return cell === '' ? [] : [[key, valueOf({ dataType, columns: [] }, cell)]]
      }),
    ),
  )
