import { readRule } from '@muster/contract/param/rule'
import {
  mostDefaultLength,
  type OfferedParam,
  pid,
  type TemplateContent,
  type TemplateFile,
  type TemplateGroup,
  type TemplateHeader,
  type TemplateRule,
} from '@muster/contract'

/** A parameter as a text describes it, and where it puts it. */
export interface ReadField {
  readonly param: OfferedParam
  readonly groupId: string
  readonly headerId: string | null
  readonly fileId: string
  readonly hidden: boolean
}

/** Something of a text that was left out. */
export interface Note {
  readonly key:
    | 'paramTemplate.note.pid'
    | 'paramTemplate.note.twice'
    | 'paramTemplate.note.type'
    | 'paramTemplate.note.noType'
    | 'paramTemplate.note.pattern'
    | 'paramTemplate.note.secretDefault'
    | 'paramTemplate.note.reference'
    | 'paramTemplate.note.tooMany'
    | 'paramTemplate.note.value'
  readonly params: Readonly<Record<string, string | number>>
}

/** Notes that anybody would read: a text may give reason for thousands. */
const mostNotes = 500

/** Notes what was left out, as long as there are few. */
export function say(notes: Note[], note: Note): void {
  if (notes.length < mostNotes) notes.push(note)
}

/** What was read of a text that says what a template is. */
export interface ReadTemplate {
  readonly files: readonly TemplateFile[]
  readonly groups: readonly TemplateGroup[]
  readonly headers: readonly TemplateHeader[]
  readonly fields: readonly ReadField[]
  readonly rules: readonly TemplateRule[]
  readonly notes: readonly Note[]
}

/** A text that is nothing of the kind; `line` where the reader knows it. */
export class Unreadable extends Error {
  readonly line: number | null
  constructor(line: number | null = null) {
    super('unreadable')
    this.line = line
  }
}

/**
 * A draft of what was read: what the dictionary says already is left to it.
 * @param before rules of the draft in whose place it comes: no schema has any, and those whose parameters are all there
 *   hold on
 */
export function draftOf(
  read: ReadTemplate,
  dictionary: ReadonlyMap<string, OfferedParam>,
  before: readonly TemplateRule[] = [],
): TemplateContent {
  const fields = read.fields.map(({ param, groupId, headerId, fileId, hidden }) => {
    const known = dictionary.get(param.pid) ?? param
    const other = <T>(value: T, usual: T): T | null => (value === usual ? null : value)
    const isOther = JSON.stringify(param.columns) !== JSON.stringify(known.columns)
    const isTable = known.dataType === 'TABLE' && param.dataType === 'TABLE'
    return {
      pid: param.pid,
      groupId,
      headerId,
      fileId,
      hidden,
      label: other(param.label, known.label),
      defaultValue: known.secret ? null : other(param.defaultValue, known.defaultValue),
      required: other(param.required, known.required),
      readOnly: other(param.readOnly, known.readOnly),
      columns: isTable && isOther ? param.columns : null,
      maxRows: isTable ? other(param.maxRows, known.maxRows) : null,
    }
  })
  const { files, groups, headers } = read
  const pids = new Set(fields.map((field) => field.pid))
  const rules = [...read.rules, ...before.filter(({ expression }) => isAmong(pids, expression))]
  return { files: [...files], groups: [...groups], headers: [...headers], fields, rules }
}

/** Whether a rule can be judged by these parameters. */
function isAmong(pids: ReadonlySet<string>, expression: string): boolean {
  const read = readRule(expression)
  return read.ok && read.pids.every((one) => pids.has(one))
}

/** Letters of a text that an id is made of: many more than it may have. */
const mostIdText = 200

/** An id made of any text; `fallback` where nothing of it can stay. */
export function idOf(text: string, fallback: string): string {
  const plain = text
    // Hyphens at the end are looked for from each hyphen on: in a long text that would take minutes.
    .slice(0, mostIdText)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  return plain === '' ? fallback : plain
}

/** A title that fits; the id where there is none. */
export const titleOf = (text: string | undefined, id: string): string =>
  (text ?? '').trim().slice(0, 128) || id

/** A parameter that nothing is said of. */
export const plainParam = (pid: string): OfferedParam => ({
  pid,
  group: null,
  label: pid,
  labels: {},
  description: null,
  unit: null,
  control: 'TEXT',
  accessLevel: 'BASIC',
  secret: false,
  dependsOn: null,
  required: false,
  readOnly: false,
  dataType: 'STRING',
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
  columns: [],
  maxRows: null,
  defaultValue: null,
})

/** A default as far as a template can hold it; an empty one is none. */
export function defaultOf(text: string | null, pid: string, notes: Note[]): string | null {
  if (text === null || text === '') return null
  if (text.length <= mostDefaultLength) return text
  say(notes, { key: 'paramTemplate.note.value', params: { pid } })
  return null
}

const name = pid()

/** Whether a text can be a PID. */
export const isPid = (text: string): boolean => name.safeParse(text).data === text
