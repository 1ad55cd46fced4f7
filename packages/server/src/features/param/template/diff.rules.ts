import type { TemplateChange, TemplateMigration, FrozenTemplate } from '@muster/contract'

type Part = TemplateChange['part']
type Document = Readonly<Record<Part, readonly object[]>>

/** By what the parts of a template are told apart, and what they are called. */
const named: Readonly<Record<Part, { key: string; title: string }>> = {
  files: { key: 'id', title: 'fileName' },
  groups: { key: 'id', title: 'title' },
  headers: { key: 'id', title: 'title' },
  fields: { key: 'pid', title: 'label' },
  rules: { key: 'expression', title: 'message' },
}
const partNames: readonly Part[] = ['files', 'groups', 'headers', 'fields', 'rules']

type Members = ReadonlyMap<string, unknown>

/** What is in one of two templates only, or says something else there. */
export function changesBetween(before: Document, after: Document): TemplateChange[] {
  const titles = { before: titlesIn(before), after: titlesIn(after) }
  return partNames.flatMap((part) => changesOf(part, { before, after, titles }))
}

/** Members that name another part by its id. */
const naming = { groupId: 'groups', headerId: 'headers', fileId: 'files' } as const

/** By such a member what its ids are called in the form. */
type Titles = ReadonlyMap<string, ReadonlyMap<string, unknown>>

const titlesIn = (document: Document): Titles =>
  new Map(
    Object.entries(naming).map(([member, part]) => {
      const parts = [...byKey(part, document[part])]
      return [member, new Map(parts.map(([id, one]) => [id, one.get(named[part].title)]))]
    }),
  )

interface Compared {
  readonly before: Document
  readonly after: Document
  readonly titles: { readonly before: Titles; readonly after: Titles }
}

function changesOf(part: Part, { before, after, titles }: Compared): TemplateChange[] {
  const was = byKey(part, before[part])
  const is = byKey(part, after[part])
  const say = (
    key: string,
    kind: TemplateChange['kind'],
    members: TemplateChange['members'] = [],
  ) => {
    const title = (is.get(key) ?? was.get(key))?.get(named[part].title)
    return { part, key, kind, members, title: typeof title === 'string' && title ? title : key }
  }
  const removed = [...was.keys()].filter((key) => !is.has(key)).map((key) => say(key, 'removed'))
  const moved = movedBetween([...was.keys()], [...is.keys()])
  const others = [...is].flatMap(([key, members]): TemplateChange[] => {
    const old = was.get(key)
    if (!old) return [say(key, 'added')]
    const changed = changedMembers(old, members, titles)
    if (changed.length > 0) return [say(key, 'changed', changed)]
    return moved.has(key) ? [say(key, 'moved')] : []
  })
  return [...removed, ...others]
}

function byKey(part: Part, all: readonly object[]): Map<string, Members> {
  const entries = all.map((one) => {
    const members = new Map<string, unknown>(Object.entries(one))
    return [String(members.get(named[part].key)), members] as const
  })
  return new Map(entries)
}

function changedMembers(
  was: Members,
  is: Members,
  titles: Compared['titles'],
): TemplateChange['members'] {
  const names = [...new Set([...was.keys(), ...is.keys()])]
  return names.flatMap((member) => {
    const [before, after] = [textOf(was.get(member)), textOf(is.get(member))]
    if (before === after) return []
    // A reader knows its tab as Host, not as sys_G1; two tabs of one title only their ids tell apart.
    const called = {
      before: titleOf(titles.before, member, before),
      after: titleOf(titles.after, member, after),
    }
    return [{ member, ...(called.before === called.after ? { before, after } : called) }]
  })
}

const titleOf = (titles: Titles, member: string, text: string | null): string | null =>
  text === null ? null : textOf(titles.get(member)?.get(text) || text)

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What stands elsewhere among those that both have: as few as tell the one order from the other. */
function movedBetween(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((key, at) => [key, at]))
  const common = after.filter((key) => places.has(key))
  const kept = longestRising(common.map((key) => places.get(key) ?? 0))
  return new Set(common.filter((_, at) => !kept.has(at)))
}

/** The places of a longest part of a list that only rises. */
function longestRising(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous = values.map((value, at) => {
    const length = firstNotBelow(ends, values, value)
    ends[length] = at
    return length === 0 ? null : (ends[length - 1] ?? null)
  })
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? null; at !== null; at = previous[at] ?? null) kept.add(at)
  return kept
}

function firstNotBelow(ends: readonly number[], values: readonly number[], value: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** What becomes of values that go from one revision to another. */
export function migrationBetween(
  { fields: before }: Pick<FrozenTemplate, 'fields'>,
  { fields: after }: Pick<FrozenTemplate, 'fields'>,
): TemplateMigration {
  const was = new Map(before.map((field) => [field.pid, field]))
  const is = new Map(after.map((field) => [field.pid, field]))
  const both = after.flatMap((field) => {
    const old = was.get(field.pid)
    return old ? [{ old, field }] : []
  })
  const typeChanged = both.filter(({ old, field }) => old.dataType !== field.dataType)
  return {
    kept: both.length - typeChanged.length,
    added: after
      .filter(({ pid }) => !was.has(pid))
      .map(({ pid, label, required, secret, defaultValue }) => ({
        pid,
        label,
        defaultValue: secret ? null : defaultValue,
        needsValue: required && (defaultValue ?? '') === '',
      })),
    removed: before.filter(({ pid }) => !is.has(pid)).map(({ pid, label }) => ({ pid, label })),
    typeChanged: typeChanged.map(({ old, field }) => ({
      pid: field.pid,
      label: field.label,
      before: old.dataType,
      after: field.dataType,
    })),
  }
}
