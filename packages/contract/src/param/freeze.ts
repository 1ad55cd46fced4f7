import type { TextKey } from '../texts/index.ts'
import { faultOfValue, isFileType, type Matches } from './field.ts'
import { mostParamFiles, paramFilesFolder, pathOfParamFile } from './fileValue.ts'
import { fitting } from './output.ts'
import { hasPlaceholder } from './placeholder.ts'
import { faultOfRule, readRule } from './rule.ts'
import type { TemplateFault } from './template.ts'
import type {
  FormField,
  FrozenTemplate,
  OfferedParam,
  TemplateContent,
  TemplateField,
  TemplateRule,
} from './templateContent.ts'

// Not part of the index: only who designs or publishes templates loads the library of rules.

type Part = TemplateFault['at']['part']

/** What is wrong with a draft, as a text with its places. */
export interface DraftFault {
  readonly part: Part
  /** Its place in that list; null: the list as a whole. */
  readonly index: number | null
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>
  /** Of an expression: from which character to which. */
  readonly span?: { readonly from: number; readonly to: number }
}

/** What the dictionary says of parameters, by PID. */
export type Dictionary = ReadonlyMap<string, OfferedParam>

export interface Frozen {
  readonly content: FrozenTemplate
  readonly faults: readonly DraftFault[]
}

/** A draft as it would be published: with all that the dictionary says now, and what keeps it from that. */
export function freeze(draft: TemplateContent, dictionary: Dictionary, matches: Matches): Frozen {
  const pids = new Set(draft.fields.map(({ pid }) => pid))
  const fields = draft.fields.flatMap((field): FormField[] => {
    const param = dictionary.get(field.pid)
    return param ? [frozenField(field, param, pids)] : []
  })
  const rules = draft.rules.map((rule) => {
    const read = readRule(rule.expression)
    return { ...rule, pids: read.ok ? [...read.pids] : [] }
  })
  const { files, groups, headers } = draft
  return {
    content: { files, groups, headers, fields, rules },
    faults: [
      ...faultsOfParts(draft),
      ...faultsOfFiles(draft, fields),
      ...draft.fields.flatMap((field, index) =>
        faultsOfField(field, index, { draft, dictionary, matches }),
      ),
      ...draft.rules.flatMap((rule, index) => faultsOfRule(rule, index, { dictionary, pids })),
    ],
  }
}

function frozenField(
  field: TemplateField,
  param: OfferedParam,
  pids: ReadonlySet<string>,
): FormField {
  const { group: _, defaultValue: __, ...described } = param
  const { pid, groupId, headerId, fileId, label, required, readOnly, hidden, columns, maxRows } =
    field
  const { dependsOn } = param
  return {
    ...described,
    pid,
    groupId,
    headerId,
    fileId,
    hidden,
    label: label ?? param.label,
    // A label of the template's own is in one language.
    labels: label === null ? param.labels : {},
    required: required ?? param.required,
    readOnly: readOnly ?? param.readOnly,
    columns: columns ?? param.columns,
    maxRows: maxRows ?? param.maxRows,
    // What it depends on has to be on the same form.
    dependsOn: dependsOn && pids.has(dependsOn.pid) ? dependsOn : null,
    defaultValue: field.defaultValue,
  }
}

const fault = (
  [part, index]: readonly [Part, number | null],
  key: TextKey,
  params: DraftFault['params'] = {},
): DraftFault => ({ part, index, key, params })

/** Places of what has been named before it in the same list. */
function repeated<T>(all: readonly T[], nameOf: (one: T) => string): [number, T][] {
  const seen = new Set<string>()
  return [...all.entries()].filter(([, one]) => {
    const name = nameOf(one)
    const isKnown = seen.has(name)
    seen.add(name)
    return isKnown
  })
}

function faultsOfParts({ files, groups, headers, fields, rules }: TemplateContent): DraftFault[] {
  const twice = <T>(part: Part, all: readonly T[], nameOf: (one: T) => string) =>
    repeated(all, nameOf).map(([index, one]) =>
      fault([part, index], 'paramTemplate.fault.twice', { name: nameOf(one) }),
    )
  const tabs = new Set(groups.map(({ id }) => id))
  const empty = [
    ...(files.length === 0 ? [fault(['files', null], 'paramTemplate.fault.noFile')] : []),
    ...(groups.length === 0 ? [fault(['groups', null], 'paramTemplate.fault.noTab')] : []),
    ...(fields.length === 0 ? [fault(['fields', null], 'paramTemplate.fault.noField')] : []),
  ]
  const lost = headers.flatMap(({ groupId, title }, index) =>
    tabs.has(groupId)
      ? []
      : [fault(['headers', index], 'paramTemplate.fault.lostHeader', { name: title })],
  )
  return [
    ...empty,
    ...twice('files', files, ({ id }) => id),
    // Two that lie in the same place would overwrite each other, also where letters differ in size only.
    ...twice('files', files, ({ path, fileName }) => `${path}/${fileName}`.toLowerCase()),
    ...twice('groups', groups, ({ id }) => id),
    ...twice('headers', headers, ({ id }) => id),
    ...twice('fields', fields, ({ pid }) => pid),
    ...repeatedRules(rules),
    ...lost,
  ]
}

function repeatedRules(rules: readonly TemplateRule[]): DraftFault[] {
  const expressions = rules.map(({ expression }) => expression.trim())
  return repeated(expressions, (one) => one)
    .filter(([, name]) => name !== '')
    .map(([index, name]) => fault(['rules', index], 'paramTemplate.fault.twice', { name }))
}

/** Files and images that are values lie in a folder of their own, each in one of its parameter. */
function faultsOfFiles({ files }: TemplateContent, fields: readonly FormField[]): DraftFault[] {
  const asked = fields.filter(({ dataType }) => isFileType(dataType))
  if (asked.length === 0) return []
  const folderOf = ({ pid }: FormField) => pathOfParamFile(pid, { name: '' }).toLowerCase()
  const isInFolder = (path: string) => path.toLowerCase().split('/')[0] === paramFilesFolder
  return [
    ...(asked.length > mostParamFiles
      ? [fault(['fields', null], 'paramTemplate.fault.tooManyFiles', { limit: mostParamFiles })]
      : []),
    ...repeated(asked, folderOf).map(([, { pid }]) =>
      fault(['fields', null], 'paramTemplate.fault.sameFolder', { pid }),
    ),
    ...files.flatMap(({ path, fileName }, index) =>
      isInFolder(path === '' ? fileName : path)
        ? [fault(['files', index], 'paramTemplate.fault.filesFolder', { name: paramFilesFolder })]
        : [],
    ),
  ]
}

interface Around {
  readonly draft: TemplateContent
  readonly dictionary: Dictionary
  readonly matches: Matches
}

function faultsOfField(field: TemplateField, index: number, around: Around): DraftFault[] {
  const { pid } = field
  const { draft, dictionary } = around
  const say = (key: TextKey, params: DraftFault['params'] = {}) =>
    fault(['fields', index], key, { pid, ...params })
  const param = dictionary.get(pid)
  if (!param) return [say('paramTemplate.fault.unknownPid')]
  const header = draft.headers.find(({ id }) => id === field.headerId)
  const isLost =
    field.headerId === null ? false : header === undefined || header.groupId !== field.groupId
  const hasColumns = field.columns !== null || field.maxRows !== null
  return [
    ...(draft.groups.some(({ id }) => id === field.groupId)
      ? []
      : [say('paramTemplate.fault.lostTab')]),
    ...(isLost ? [say('paramTemplate.fault.otherHeader')] : []),
    ...(draft.files.some(({ id }) => id === field.fileId)
      ? []
      : [say('paramTemplate.fault.lostFile')]),
    ...((field.columns ?? param.columns).some(({ dataType }) => isFileType(dataType))
      ? [say('paramTemplate.fault.fileInTable')]
      : []),
    ...(hasColumns && param.dataType !== 'TABLE' ? [say('paramTemplate.fault.noTable')] : []),
    ...faultsOfDefault(field, param, around.matches).map(({ key, params }) => say(key, params)),
    ...(isWritable(field, param, draft) ? [] : [say('param.unfit')]),
  ]
}

/** Whether the file of a parameter can hold its default. */
function isWritable(
  field: TemplateField,
  param: OfferedParam,
  { files }: TemplateContent,
): boolean {
  const text = field.defaultValue ?? param.defaultValue
  const file = files.find(({ id }) => id === field.fileId)
  return text === null || file === undefined || fitting(file)(text)
}

type Said = Pick<DraftFault, 'key' | 'params'>

function faultsOfDefault(field: TemplateField, param: OfferedParam, matches: Matches): Said[] {
  const { defaultValue } = field
  // Templates are read by many: what is secret is kept in one place, the dictionary.
  if (param.secret)
    return defaultValue === null ? [] : [{ key: 'paramTemplate.fault.secretDefault', params: {} }]
  const shape = frozenField(field, param, new Set())
  const given = defaultValue ?? param.defaultValue ?? ''
  // Files are held by assignments and variables.
  if (isFileType(param.dataType) && given !== '' && !hasPlaceholder(given))
    return [{ key: 'param.fileDefault', params: {} }]
  if (defaultValue !== null && defaultValue !== '') {
    const wrong = faultOfValue(shape, defaultValue, matches)
    return wrong ? [{ key: wrong.key, params: wrong.params }] : []
  }
  const isClosed = shape.required && (shape.readOnly || shape.hidden)
  // Whoever fills in the form could not give it a value.
  return isClosed && given === '' ? [{ key: 'paramTemplate.fault.closedEmpty', params: {} }] : []
}

function faultsOfRule(
  { expression, message }: TemplateRule,
  index: number,
  naming: Naming,
): DraftFault[] {
  const say = (key: TextKey) => fault(['rules', index], key)
  return [
    ...(expression.trim() === ''
      ? [say('paramTemplate.fault.noExpression')]
      : faultsOfExpression(expression, index, naming)),
    ...(message.trim() === '' ? [say('paramTemplate.fault.noMessage')] : []),
  ]
}

function faultsOfExpression(
  expression: string,
  index: number,
  { dictionary, pids }: Naming,
): DraftFault[] {
  const found = faultOfRule(expression, (pid) => (pids.has(pid) ? dictionary.get(pid) : undefined))
  if (!found) return []
  const { key, params, from, to } = found
  return [{ ...fault(['rules', index], key, params), span: { from, to } }]
}

interface Naming {
  readonly dictionary: Dictionary
  readonly pids: ReadonlySet<string>
}
