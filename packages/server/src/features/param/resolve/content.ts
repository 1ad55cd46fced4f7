import {
  faultOfFill,
  faultOfValue,
  fillDeep,
  type FormField,
  type FrozenTemplate,
  frozenTemplate,
  isFileType,
  isJson,
  type Matches,
  placeholdersOf,
  tableRows,
} from '@muster/contract'
import { fitsOf } from '@muster/contract/param/output'
import { readRules, valueForRules } from '@muster/contract/param/rule'
import { matchesTogether } from '../../../platform/pattern.ts'
import { anySecret } from '../variable/variable.rules.ts'
import type { ParamStore, Written } from './sets.queries.ts'
import type { Variables } from './variables.ts'

/** What a terminal gets of an application. */
export interface Content {
  readonly values: Readonly<Record<string, string>>
  /**
   * Parameters that cannot be brought: they name variables which nobody sets or that lead back to
   * themselves, are not what they may be once they are filled, cannot be opened, are missing though they are
   * required, or break a rule together.
   */
  readonly unresolved: readonly string[]
  /**
   * Parameters that are secret, or that a secret variable is in: neither a rule nor a pattern is asked of them, since
   * whoever writes these would read them letter by letter.
   */
  readonly hidden: ReadonlySet<string>
}

/** What the values of a template's revision are judged by. */
export interface Form {
  /** Its parameters by their names. */
  readonly fields: ReadonlyMap<string, FormField>
  /** Whether the file of a parameter can hold a value. */
  readonly fits: (pid: string, text: string) => boolean
  /**
   * Parameters that are required and missing, or break a rule together, beside those that are unresolved
   * anyway.
   */
  readonly breached: (content: Content) => string[]
}

export function formOf(template: FrozenTemplate): Form {
  // Whoever only fills values in does not pay for rules.
  let rules: BrokenBy | undefined
  const fields = new Map(template.fields.map((field) => [field.pid, field]))
  return {
    fields,
    fits: fitsOf(template),
    breached: (content) => breached(fields, (rules ??= readRules(template.rules)), content),
  }
}

/** Forms of revisions, each read once. */
export function openForms(store: Pick<ParamStore, 'db'>): (revisionId: string) => Promise<Form> {
  const known = new Map<string, Promise<Form>>()
  return (id) => {
    const form = known.get(id) ?? readForm(store, id)
    known.set(id, form)
    return form
  }
}

/** The form of a template's revision. */
export async function readForm({ db }: Pick<ParamStore, 'db'>, revisionId: string): Promise<Form> {
  const { content } = await db
    .selectFrom('paramTemplateRev')
    .select('content')
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow()
  return formOf(frozenTemplate().parse(content))
}

type BrokenBy = ReturnType<typeof readRules>

/** What a secret is no rule tells anybody. */
function breached(
  fields: Form['fields'],
  brokenBy: BrokenBy,
  { values, unresolved, hidden }: Content,
): string[] {
  const unknown = new Set(unresolved)
  const textOf = (pid: string) => (Object.hasOwn(values, pid) ? (values[pid] ?? '') : '')
  const missing = [...fields.values()].filter(
    ({ pid, required }) => required && textOf(pid) === '' && !unknown.has(pid),
  )
  const broken = brokenBy((pid) => {
    const field = fields.get(pid)
    if (!field || field.secret || hidden.has(pid) || unknown.has(pid)) return undefined
    return valueForRules(field, textOf(pid))
  })
  const all = [...missing.map(({ pid }) => pid), ...broken.flatMap(({ pids }) => pids)]
  return [...new Set([...unresolved, ...all])].toSorted()
}

type Told = Pick<Variables, 'plain' | 'secret'>

/** Values with their variables filled in, each judged by its field and its file. */
export function fill(written: Iterable<Written>, variables: Told, { fields, fits }: Form): Content {
  const values: [string, string][] = []
  const unresolved: string[] = []
  const hidden = new Set<string>()
  const matches = matchesTogether()
  const all = { ...variables.plain, ...variables.secret }
  // Names are typed by people: none of them is a member that every object has.
  const valueOf = (key: string) => (Object.hasOwn(all, key) ? all[key] : undefined)
  const longest = (key: string) => (Object.hasOwn(variables.secret, key) ? anySecret : valueOf(key))
  for (const { pid, text, isSecret, isUnreadable } of written) {
    const field = fields.get(pid)
    if (isSecret || namesSecret(text, variables)) hidden.add(pid)
    const asked = hidden.has(pid)
      ? { text, matches: null, longest }
      : { text, matches, longest: null }
    const whole = text.includes('${') && field ? filledText(field, asked, valueOf) : text
    // A file without it would bring less than what is proved.
    const filled = whole === null || fits(pid, whole) ? whole : null
    values.push([pid, filled ?? ''])
    if (filled === null || isUnreadable) unresolved.push(pid)
  }
  return { values: Object.fromEntries(values), unresolved: unresolved.toSorted(), hidden }
}

/** Whether a value names a secret variable, also through others that it names; each of them is looked at once. */
function namesSecret(text: string, { plain, secret }: Told): boolean {
  const seen = new Set<string>()
  const open = placeholdersOf(text)
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (Object.hasOwn(secret, key)) return true
    if (seen.has(key) || !Object.hasOwn(plain, key)) continue
    seen.add(key)
    open.push(...placeholdersOf(plain[key] ?? ''))
  }
  return false
}

interface Filled {
  readonly written: Iterable<Written>
  readonly form: Pick<Form, 'fields'>
  readonly variables: Variables
}

/**
 * Leaves out what a parameter that is a file takes from a text: only who sets a variable that is a file was proved
 * to see what it names.
 */
export function withoutTypedFiles(
  content: Content,
  { written, form, variables: { plain, files } }: Filled,
): Content {
  const proved = new Set(files.map((key) => fillDeep(plain[key] ?? '', () => undefined).text))
  const typed = [...written].filter(({ pid, text }) => {
    const field = form.fields.get(pid)
    if (!field || !isFileType(field.dataType) || !text.includes('${')) return false
    const value = content.values[pid] ?? ''
    return value !== '' && !proved.has(value)
  })
  if (typed.length === 0) return content
  const pids = typed.map(({ pid }) => pid)
  return {
    ...content,
    values: { ...content.values, ...Object.fromEntries(pids.map((pid) => [pid, ''])) },
    unresolved: [...content.unresolved, ...pids].toSorted(),
  }
}

type ValueOf = (key: string) => string | undefined

interface Unfilled {
  readonly text: string
  /** By which it is asked what it may be once it is filled; null: it is not. */
  readonly matches: Matches | null
  /** What variables come to at most, where a secret is among them; null: none is. */
  readonly longest: ValueOf | null
}

/** Null: it cannot be filled, or is none of what it may be then. */
function filledText(
  field: FormField,
  { text, matches, longest }: Unfilled,
  valueOf: ValueOf,
): string | null {
  const named = new Set(placeholdersOf(text))
  const filled = filledBy(field, text, (part) => {
    // A dollar that is written as an escape makes no name: whether a secret is in a value is told by its text.
    if (placeholdersOf(part).some((key) => !named.has(key))) return null
    if (longest && faultOfFill(part, longest).isTooLong) return null
    const { text: whole, unknown, isTooLong } = fillDeep(part, valueOf)
    return unknown.length > 0 || isTooLong ? null : whole
  })
  if (filled === null || filled === '' || !matches) return filled
  return faultOfValue(field, filled, matches) ? null : filled
}

type Fill = (part: string) => string | null

/** Cells of a table and texts of a document are filled one by one: what stands for a variable is never read as a part of it. */
function filledBy({ dataType }: FormField, text: string, fillPart: Fill): string | null {
  if (dataType === 'TABLE') {
    const rows = tableRows(text)
    return rows && filledDocument(JSON.stringify(rows), fillPart)
  }
  if (dataType !== 'JSON') return fillPart(text)
  return isJson(text) ? filledDocument(text, fillPart) : null
}

/** The texts of a document, each with the colon behind it where it is the name of a member, and the room between its parts. */
const partsOfDocument = /("(?:[^"\\]|\\.)*")(\s*:)?|\s+/g

/**
 * A document in one line with its texts filled; null: one of them cannot be. All else stays as it is typed: no
 * number is rounded, and no member comes before another.
 */
function filledDocument(document: string, fillPart: Fill): string | null {
  const state = { isBad: false }
  const filled = document.replace(
    partsOfDocument,
    (_, quoted: string | undefined, colon: string | undefined) => {
      if (quoted === undefined) return ''
      const text = String(JSON.parse(quoted))
      if (colon !== undefined) return `${JSON.stringify(text)}:`
      const whole = fillPart(text)
      state.isBad ||= whole === null
      return JSON.stringify(whole)
    },
  )
  return state.isBad ? null : filled
}
