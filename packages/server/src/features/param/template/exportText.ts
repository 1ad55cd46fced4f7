import {
  type FrozenTemplate,
  offeredParam,
  type OfferedParam,
  type TemplateContent,
  templateContent,
} from '@muster/contract'
import * as z from 'zod/mini'
import { type ReadField, type ReadTemplate, Unreadable } from './read/readTemplate.ts'

const kind = 'muster.paramTemplate/1'

const exported = z.object({
  kind: z.literal(kind),
  content: templateContent(),
  params: z.array(offeredParam()),
})

/** A draft with what the dictionary says of its parameters, so that it can be read where they are unknown. */
export const writeTemplate = (content: TemplateContent, params: readonly OfferedParam[]): string =>
  `${JSON.stringify({ kind, content, params }, null, 2)}\n`

/** What {@link writeTemplate} has written. */
export function readExport(text: string): { read: ReadTemplate; content: TemplateContent } {
  const found = exported.safeParse(parsed(text)).data
  if (!found) throw new Unreadable()
  const { content, params } = found
  const named = new Map(params.map((param) => [param.pid, param]))
  const fields = content.fields.flatMap(
    ({ pid, groupId, headerId, fileId, hidden }): ReadField[] => {
      const param = named.get(pid)
      return param ? [{ param, groupId, headerId, fileId, hidden }] : []
    },
  )
  return { content, read: { ...content, fields, notes: [] } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable()
  }
}

/** A revision as a draft again: all that it says, it says itself. */
export function thawed({ fields, rules, files, ...parts }: FrozenTemplate): TemplateContent {
  return {
    ...parts,
    files: files.map(({ plugin: _, ...file }) => file),
    rules: rules.map(({ expression, message }) => ({ expression, message })),
    fields: fields.map((field) => ({
      pid: field.pid,
      groupId: field.groupId,
      headerId: field.headerId,
      fileId: field.fileId,
      label: field.label,
      defaultValue: field.defaultValue,
      required: field.required,
      readOnly: field.readOnly,
      hidden: field.hidden,
      columns: field.dataType === 'TABLE' ? field.columns : null,
      maxRows: field.maxRows,
    })),
  }
}
