import {
  codes,
  controlsOf,
  mostImportedDicts,
  type OfferedParam,
  type paramDicts,
  type ReplyOf,
  type TemplateGroup,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { readJsonSchema } from '../template/read/readJsonSchema.ts'
import { type Note, type ReadTemplate, Unreadable } from '../template/read/readTemplate.ts'
import { onlyTab, readXmlSchema } from '../template/read/readXmlSchema.ts'

type Read = ReplyOf<(typeof paramDicts)['readText']>
type Item = Read['items'][number]

/** Reads the parameters of an XML schema or a JSON Schema as entries of the dictionary, the title of its tab as the group of each. */
export function readText({ language }: Pick<Context, 'language'>, text: string): Read {
  const { fields, groups, notes } = readAs(text)
  const titles = new Map(
    groups.filter((tab) => !isOnlyTab(tab)).map(({ id, title }) => [id, title]),
  )
  const items = fields
    .slice(0, mostImportedDicts)
    .map(({ param, groupId }) => entryOf(param, titles.get(groupId) ?? null))
  return { items, notes: told(notes, fields.length).map((note) => worded(language, note)) }
}

const isOnlyTab = ({ id, title }: TemplateGroup) => id === onlyTab.id && title === onlyTab.title

function readAs(text: string): Pick<ReadTemplate, 'fields' | 'groups' | 'notes'> {
  try {
    return text.trimStart().startsWith('<') ? readXmlSchema(text) : readJsonSchema(text)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (error.line === null) throw new Refusal(codes.warning, 'paramDict.unreadable')
    throw new Refusal(codes.warning, 'paramDict.unreadableAt', { params: { line: error.line } })
  }
}

const worded = (language: string, { key, params }: Note): string => translate(language, key, params)

/** The limit that is told is that of the dictionary's import, where it is the lower one. */
function told(notes: readonly Note[], count: number): readonly Note[] {
  if (count <= mostImportedDicts) return notes
  const others = notes.filter(({ key }) => key !== 'paramTemplate.note.tooMany')
  return [...others, { key: 'paramTemplate.note.tooMany', params: { limit: mostImportedDicts } }]
}

function entryOf(
  { label, labels, group: _, control, ...param }: OfferedParam,
  groupName: string | null,
): Item {
  const [usual, ...further] = controlsOf(param.dataType)
  const { pid, dataType } = param
  const said = withoutUnsaid({
    ...param,
    titles: labels,
    groupName: groupName?.slice(0, mostGroupName) ?? null,
    // The usual one goes without saying, also where its schema shows it in a way that this type is not shown.
    control: control !== usual && further.includes(control) ? control : null,
  })
  // Without a title of its own it has its PID's.
  return { ...said, ...(label !== pid && { title: label }), pid, dataType }
}

/** Readers give every member: what is as it is without a word was not said, and an import leaves it as it is. */
function withoutUnsaid<T extends object>(whole: T): Partial<T> {
  const left: Partial<T> = { ...whole }
  for (const name in left) if (!isSaid(name, left[name])) delete left[name]
  return left
}

function isSaid(name: string, value: unknown): boolean {
  if (name === 'accessLevel') return value !== 'BASIC'
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== null && value !== false
}

const mostGroupName = 64
