import { createHash } from 'node:crypto'
import {
  faultOfValue,
  fillPlaceholders,
  type FormField,
  type FrozenTemplate,
  type Matches,
  type OfferedParam,
  placeholdersOf,
  type TemplatePreview,
} from '@muster/contract'
import { type OutputFile, outputFiles } from '@muster/contract/param/output'
import { readRules, valueForRules } from '@muster/contract/param/rule'
import { matchesTogether } from '../../../platform/pattern.ts'
import { translate } from '../../../platform/texts.ts'
import { readableBytes } from '../format/readable.ts'
import type { PluginBytes } from '../format/write.ts'

export interface PreviewWish {
  readonly content: FrozenTemplate
  readonly dictionary: ReadonlyMap<string, OfferedParam>
  readonly values: Readonly<Record<string, string>>
  readonly variable: (key: string) => string | undefined
  readonly language: string
  /** What plug-ins write of these values. */
  readonly written: (values: Readonly<Record<string, string>>) => Promise<PluginBytes>
}

/** What stands in a preview for a secret. */
const masked = '******'

/** The files that some values make, and what is wrong with these. */
export async function previewOf(wish: PreviewWish): Promise<TemplatePreview> {
  const { content } = wish
  const values = valuesOf(wish)
  const made = await wish.written(Object.fromEntries(values))
  const written = outputFiles(content, values)
  const unfit = written.flatMap(({ file, unfit: pids }) =>
    pids.map((pid) => ({
      pid,
      message: translate(wish.language, 'paramTemplate.unfit', { file: file.fileName }),
    })),
  )
  return {
    files: written.map((output) => {
      const { file } = output
      const bytes = bytesOf(output, made)
      return {
        fileName: file.fileName,
        path: file.path,
        format: file.format,
        text: output.text ?? readableBytes(bytes),
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }
    }),
    faults: [...faultsOfValues(wish, values), ...brokenRules(wish, values), ...unfit],
  }
}

const encodings = { 'UTF-8': 'utf8', 'UTF-16LE': 'utf16le', 'ISO-8859-1': 'latin1' } as const

const bytesOf = ({ file, text }: OutputFile, made: PluginBytes): Buffer =>
  text === null
    ? (made.get(file.id) ?? Buffer.alloc(0))
    : Buffer.from(text, encodings[file.encoding])

/** What a draft's defaults are for plug-ins that are tried: whatever is secret, or not filled yet, is left out. */
export const triedValues = (wish: Omit<PreviewWish, 'language' | 'written'>) => {
  const secret = new Set(wish.content.fields.filter((one) => one.secret).map(({ pid }) => pid))
  return new Map(
    [...valuesOf(wish)].filter(
      ([pid, text]) => !secret.has(pid) && placeholdersOf(text).length === 0,
    ),
  )
}

function valuesOf({
  content,
  dictionary,
  values,
  variable,
}: Omit<PreviewWish, 'language' | 'written'>): ReadonlyMap<string, string> {
  const entries = content.fields.flatMap((field): [string, string][] => {
    const usual = field.defaultValue ?? dictionary.get(field.pid)?.defaultValue ?? ''
    const text = Object.hasOwn(values, field.pid) ? (values[field.pid] ?? '') : usual
    if (text === '') return []
    return [[field.pid, field.secret ? masked : fillPlaceholders(text, variable)]]
  })
  return new Map(entries)
}

type Faults = TemplatePreview['faults']

function faultsOfValues(
  { content, language }: PreviewWish,
  values: ReadonlyMap<string, string>,
): Faults {
  const matches = matchesTogether()
  return content.fields.flatMap((field): Faults => {
    const message = faultOfField(field, values.get(field.pid), { language, matches })
    return message === null ? [] : [{ pid: field.pid, message }]
  })
}

interface Judging {
  readonly language: string
  readonly matches: Matches
}

function faultOfField(
  field: FormField,
  text: string | undefined,
  { language, matches }: Judging,
): string | null {
  if (text === undefined) return field.required ? translate(language, 'rule.required') : null
  if (field.secret) return null
  const [name] = placeholdersOf(text)
  if (name !== undefined) return translate(language, 'paramTemplate.unfilled', { name })
  const fault = faultOfValue(field, text, matches)
  return fault && translate(language, fault.key, fault.params)
}

function brokenRules({ content }: PreviewWish, values: ReadonlyMap<string, string>): Faults {
  const fields = new Map(content.fields.map((field) => [field.pid, field]))
  const broken = readRules(content.rules)((pid) => {
    const field = fields.get(pid)
    return field && !field.secret ? valueForRules(field, values.get(pid) ?? '') : undefined
  })
  return broken.map(({ message }) => ({ pid: null, message }))
}
