import {
  mostTemplateFields,
  type OfferedParam,
  type ParamItem,
  type ParamType,
  type TemplateFile,
  type TemplateFormat,
} from '@muster/contract'
import { isPattern } from '../../../../platform/pattern.ts'
import {
  defaultOf,
  idOf,
  isPid,
  type Note,
  plainParam,
  type ReadField,
  type ReadTemplate,
  say,
  titleOf,
  Unreadable,
} from './readTemplate.ts'
import { childOf, type Element, readTree, textOf } from './xmlTree.ts'

/**
 * Reads a schema of the kind that PAXSTORE's applications bring: files, groups (tabs), and parameters,
 * some of them below foldable headers. What it says of each is taken over as far as there is a word for it.
 */
export function readXmlSchema(text: string): ReadTemplate {
  const root = readTree(text)
  const list = childOf(root, 'parameters')
  if (!list) throw new Unreadable(root.line)
  const notes: Note[] = []
  const files = filesOf(root)
  const groups = groupsOf(root)
  const places = { files, groups, notes, pids: new Set<string>() }
  const all = list.children.flatMap((element, index): Standing[] => {
    if (element.name === 'parameter') return standing(element, null, places)
    if (element.name !== 'header') return []
    const title = titleOf(textOf(element, 'title'), `header-${index + 1}`)
    const isOpen = !/^clos/i.test(textOf(element, 'defaultstyle') ?? 'open')
    const header = { id: `h${index + 1}`, title, isOpen }
    return element.children
      .filter(({ name }) => name === 'parameter')
      .flatMap((parameter) => standing(parameter, header, places))
  })
  if (all.length > mostTemplateFields)
    notes.push({ key: 'paramTemplate.note.tooMany', params: { limit: mostTemplateFields } })
  const kept = all.slice(0, mostTemplateFields)
  return {
    files,
    groups,
    headers: headersOf(kept),
    fields: kept.map(({ field }) => field),
    rules: [],
    notes,
  }
}

interface Header {
  readonly id: string
  readonly title: string
  readonly isOpen: boolean
}

interface Standing {
  readonly field: ReadField
  readonly header: Header | null
}

interface Places {
  readonly files: readonly TemplateFile[]
  readonly groups: readonly { readonly id: string }[]
  readonly notes: Note[]
  readonly pids: Set<string>
}

const endings: readonly (readonly [RegExp, TemplateFormat])[] = [
  [/\.json$/i, 'JSON'],
  [/\.ini$/i, 'INI'],
  [/\.(properties|conf|env|txt)$/i, 'KV'],
]

function filesOf(root: Element): TemplateFile[] {
  const read = (childOf(root, 'files')?.children ?? []).slice(0, 20).map((element, index) => {
    const id = idOf(textOf(element, 'id') ?? '', `file-${index + 1}`)
    const said = textOf(element, 'filename', 'name') ?? `${id}.xml`
    const fileName = said.replace(/^.*[/\\]/, '').slice(0, 64) || `${id}.xml`
    const format = endings.find(([ending]) => ending.test(fileName))?.[1] ?? 'XML'
    return { id, fileName, path: '', format, encoding: 'UTF-8' as const }
  })
  return read.length > 0
    ? read
    : [{ id: 'main', fileName: 'parameters.xml', path: '', format: 'XML', encoding: 'UTF-8' }]
}

/** The tab of a schema that has none. */
export const onlyTab = { id: 'main', title: 'Main', titles: {} }

function groupsOf(root: Element) {
  const read = (childOf(root, 'groups')?.children ?? []).slice(0, 64).map((element, index) => {
    const id = idOf(textOf(element, 'id') ?? '', `tab-${index + 1}`)
    return { id, title: titleOf(textOf(element, 'title', 'name'), id), titles: {} }
  })
  return read.length > 0 ? read : [onlyTab]
}

/** A header stands in one tab: where its parameters are in several, each of these gets one. */
const headerIdOf = ({ id }: Header, groupId: string): string => idOf(`${id}-${groupId}`, id)

function headersOf(all: readonly Standing[]) {
  const headers = all.flatMap(({ field, header }) =>
    header
      ? [
          {
            id: headerIdOf(header, field.groupId),
            groupId: field.groupId,
            title: header.title,
            titles: {},
            isOpen: header.isOpen,
          },
        ]
      : [],
  )
  return [...new Map(headers.map((header) => [header.id, header])).values()].slice(0, 400)
}

function standing(element: Element, header: Header | null, places: Places): Standing[] {
  const { files, groups, notes, pids } = places
  const pid = textOf(element, 'pid') ?? ''
  const { line } = element
  if (!isPid(pid)) {
    say(notes, { key: 'paramTemplate.note.pid', params: { line, pid: pid.slice(0, 64) } })
    return []
  }
  if (pids.has(pid)) {
    say(notes, { key: 'paramTemplate.note.twice', params: { line, pid } })
    return []
  }
  pids.add(pid)
  const asked = (all: readonly { readonly id: string }[], name: string): string => {
    const id = idOf(textOf(element, name) ?? '', '')
    return all.find((one) => one.id === id)?.id ?? all[0]?.id ?? 'main'
  }
  const groupId = asked(groups, 'groupid')
  const field = {
    param: paramOf(element, pid, notes),
    groupId,
    headerId: header && headerIdOf(header, groupId),
    fileId: asked(files, 'fileid'),
    hidden: textOf(element, 'display') === 'false' || isTrue(element, 'hidden'),
  }
  return [{ field, header }]
}

const isTrue = (element: Element, name: string): boolean =>
  /^(true|1|yes)$/i.test(textOf(element, name) ?? '')

const types: Readonly<Record<string, ParamType>> = {
  string: 'STRING',
  text: 'STRING',
  number: 'INTEGER',
  int: 'INTEGER',
  integer: 'INTEGER',
  long: 'INTEGER',
  decimal: 'DECIMAL',
  double: 'DECIMAL',
  float: 'DECIMAL',
  amount: 'AMOUNT',
  currency: 'AMOUNT',
  boolean: 'BOOL',
  bool: 'BOOL',
  hex: 'HEX',
  hexstring: 'HEX',
  ip: 'IP',
  url: 'URL',
  port: 'PORT',
  date: 'DATE',
  time: 'TIME',
  json: 'JSON',
  file: 'FILE',
  image: 'IMAGE',
}

const inputs: Readonly<Record<string, ParamType>> = {
  upload: 'FILE',
  file: 'FILE',
  image: 'IMAGE',
  select: 'ENUM',
  radio: 'ENUM',
  checkbox: 'BOOL',
  switch: 'BOOL',
  number: 'INTEGER',
}

function typeOf(element: Element, pid: string, notes: Note[]): ParamType {
  const input = (textOf(element, 'inputtype') ?? 'text').toLowerCase()
  const said = (textOf(element, 'datatype') ?? 'string').toLowerCase()
  const known = inputs[input] ?? types[said]
  if (!known) say(notes, { key: 'paramTemplate.note.type', params: { pid, type: said } })
  return known ?? 'STRING'
}

function paramOf(element: Element, pid: string, notes: Note[]): OfferedParam {
  const dataType = typeOf(element, pid, notes)
  const secret = (textOf(element, 'inputtype') ?? '').toLowerCase() === 'password'
  const items = dataType === 'ENUM' ? itemsOf(textOf(element, 'select', 'options') ?? '') : []
  const said = textOf(element, 'defaultvalue', 'default') ?? ''
  if (secret && said !== '')
    say(notes, { key: 'paramTemplate.note.secretDefault', params: { pid } })
  const [minLength, maxLength] = lengthOf(textOf(element, 'length'))
  const pattern = patternOf(element, pid, notes)
  return {
    ...plainParam(pid),
    // A choice of nothing is no choice.
    dataType: dataType === 'ENUM' && items.length === 0 ? 'STRING' : dataType,
    items,
    label: titleOf(textOf(element, 'title'), pid),
    description: textOf(element, 'description')?.slice(0, 3000) || null,
    control: controlOf(dataType, secret),
    secret,
    required: isTrue(element, 'required'),
    readOnly: isTrue(element, 'readonly'),
    minLength: wholeOf(textOf(element, 'minlength')) ?? minLength,
    maxLength: wholeOf(textOf(element, 'maxlength')) ?? maxLength,
    minValue: numberOf(textOf(element, 'minvalue')),
    maxValue: numberOf(textOf(element, 'maxvalue')),
    pattern,
    defaultValue: secret ? null : defaultOf(said, pid, notes),
  }
}

const controls: Partial<Record<ParamType, OfferedParam['control']>> = {
  ENUM: 'SELECT',
  BOOL: 'SWITCH',
  FILE: 'UPLOAD',
  IMAGE: 'UPLOAD',
}

const controlOf = (type: ParamType, secret: boolean) =>
  secret ? 'PASSWORD' : (controls[type] ?? 'TEXT')

/** `{"1":"Yes","0":"No"}`, or values between commas. */
function itemsOf(text: string): ParamItem[] {
  const isValue = (value: string) => /^[^,\s]{1,64}$/.test(value)
  return pairsOf(text)
    .filter(([value]) => isValue(value))
    .slice(0, 200)
    .map(([value, label]) => ({ value, label: titleOf(label, value) }))
}

function pairsOf(text: string): [string, string][] {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null)
      return Object.entries(parsed).map(([value, label]) => [value, String(label)])
  } catch {
    // Not JSON: a list.
  }
  return [...new Set(text.split(','))].map((one) => [one.trim(), one.trim()])
}

/** `20`: at most; `1,20`: from and to. */
function lengthOf(text = ''): [number | null, number | null] {
  const [first = '', second] = text.split(/[,~-]/)
  return second === undefined ? [null, wholeOf(first)] : [wholeOf(first), wholeOf(second)]
}

function wholeOf(text = ''): number | null {
  return /^\s*\d{1,4}\s*$/.test(text) && Number(text) <= 4096 ? Number(text) : null
}

function numberOf(text = ''): number | null {
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null
}

function patternOf(element: Element, pid: string, notes: Note[]): string | null {
  const pattern = textOf(element, 'pattern', 'regex', 'validator') ?? ''
  if (pattern === '') return null
  if (pattern.length <= 255 && isPattern(pattern)) return pattern
  say(notes, { key: 'paramTemplate.note.pattern', params: { pid } })
  return null
}
