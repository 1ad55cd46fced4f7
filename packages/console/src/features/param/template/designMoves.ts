import type {
  OfferedParam,
  TemplateContent,
  TemplateField,
  TemplateFile,
  TemplateGroup,
  TemplateHeader,
} from '@muster/contract'

/** Where a field goes: into a tab, below a heading or none, before another one or to the end. */
export interface Place {
  readonly groupId: string
  readonly headerId: string | null
  /** Null: to the end. */
  readonly before: string | null
}

type Fields = readonly TemplateField[]

/** An id that nobody has yet: `tab-2`. */
export function freeId(stem: string, taken: readonly { readonly id: string }[]): string {
  const ids = new Set(taken.map(({ id }) => id))
  let at = taken.length + 1
  while (ids.has(`${stem}-${at}`)) at += 1
  return `${stem}-${at}`
}

/** Parameters of the dictionary, at the end of a place. */
export function withParams(
  content: TemplateContent,
  params: readonly Pick<OfferedParam, 'pid'>[],
  place: Place,
): TemplateContent {
  const there = new Set(content.fields.map(({ pid }) => pid))
  const fileId = content.files[0]?.id ?? 'main'
  const added = params
    .filter(({ pid }) => !there.has(pid))
    .map(({ pid }) => ({
      pid,
      groupId: place.groupId,
      headerId: place.headerId,
      fileId,
      label: null,
      defaultValue: null,
      required: null,
      readOnly: null,
      hidden: false,
      columns: null,
      maxRows: null,
    }))
  return { ...content, fields: [...content.fields, ...added] }
}

/** The fields as a form shows them: of each tab those without a heading first, then those below each. */
export function inOrder({ groups, headers, fields }: TemplateContent): TemplateField[] {
  const placed = groups.flatMap(({ id }) => [
    ...fields.filter((field) => field.groupId === id && field.headerId === null),
    ...headers
      .filter(({ groupId }) => groupId === id)
      .flatMap((header) =>
        fields.filter((field) => field.groupId === id && field.headerId === header.id),
      ),
  ])
  const known = new Set(placed)
  return [...placed, ...fields.filter((field) => !known.has(field))]
}

/** A field put elsewhere. */
export function movedField(content: TemplateContent, pid: string, place: Place): TemplateContent {
  const field = content.fields.find((one) => one.pid === pid)
  if (!field || place.before === pid) return content
  const moved = { ...field, groupId: place.groupId, headerId: place.headerId }
  const others = inOrder(content).filter((one) => one.pid !== pid)
  return { ...content, fields: inserted(others, moved, place.before) }
}

function inserted(fields: Fields, field: TemplateField, before: string | null): TemplateField[] {
  const at = fields.findIndex(({ pid }) => pid === before)
  return at < 0 ? [...fields, field] : fields.toSpliced(at, 0, field)
}

/** A field a step up or down, over a heading into the next part of its tab. */
export function steppedField(content: TemplateContent, pid: string, step: -1 | 1): TemplateContent {
  const ordered = inOrder(content)
  const at = ordered.findIndex((one) => one.pid === pid)
  const field = ordered[at]
  const next = ordered[at + step]
  if (!field || next?.groupId !== field.groupId) return acrossHeading(content, field, step)
  if (next.headerId !== field.headerId) return acrossHeading(content, field, step)
  const swapped = ordered.with(at, next).with(at + step, field)
  return { ...content, fields: swapped }
}

/** Into the part of the tab above or below: that is the next heading, or what stands above all of them. */
function acrossHeading(
  content: TemplateContent,
  field: TemplateField | undefined,
  step: -1 | 1,
): TemplateContent {
  if (!field) return content
  const { groupId } = field
  const parts = [
    null,
    ...content.headers.filter((one) => one.groupId === groupId).map(({ id }) => id),
  ]
  const headerId = parts[parts.indexOf(field.headerId) + step]
  if (headerId === undefined) return content
  const there = inOrder(content).filter(
    (one) => one.groupId === groupId && one.headerId === headerId,
  )
  const before = step === 1 ? (there[0]?.pid ?? null) : null
  return movedField(content, field.pid, { groupId, headerId, before })
}

const changedIn = <T extends object>(
  all: readonly T[],
  isIt: (one: T) => boolean,
  change: Partial<T>,
): T[] => all.map((one) => (isIt(one) ? { ...one, ...change } : one))

/** What a template says otherwise of one of its parameters. */
export const changedField = (
  content: TemplateContent,
  pid: string,
  change: Partial<TemplateField>,
): TemplateContent => ({
  ...content,
  fields: changedIn(content.fields, (field) => field.pid === pid, change),
})

export const withoutField = (content: TemplateContent, pid: string): TemplateContent => ({
  ...content,
  fields: content.fields.filter((field) => field.pid !== pid),
})

export const changedGroup = (
  content: TemplateContent,
  id: string,
  change: Partial<TemplateGroup>,
): TemplateContent => ({
  ...content,
  groups: changedIn(content.groups, (one) => one.id === id, change),
})

/** A tab further on or back. */
export function steppedGroup(content: TemplateContent, id: string, step: -1 | 1): TemplateContent {
  const { groups } = content
  const at = groups.findIndex((group) => group.id === id)
  const [group, other] = [groups[at], groups[at + step]]
  if (!group || !other) return content
  return { ...content, groups: groups.with(at, other).with(at + step, group) }
}

/** Without a tab, and without all that stands in it. */
export const withoutGroup = (content: TemplateContent, id: string): TemplateContent => ({
  ...content,
  groups: content.groups.filter((group) => group.id !== id),
  headers: content.headers.filter(({ groupId }) => groupId !== id),
  fields: content.fields.filter(({ groupId }) => groupId !== id),
})

/**
 * A new heading: above a field of its tab, over that one and what follows it there; else after all the
 * others of the tab.
 */
export function withHeader(
  content: TemplateContent,
  header: TemplateHeader,
  above: string | null,
): TemplateContent {
  const { headers } = content
  const ordered = inOrder(content)
  const at = ordered.findIndex(({ pid }) => pid === above)
  const first = ordered[at]
  if (first?.groupId !== header.groupId) return { ...content, headers: [...headers, header] }
  const { groupId, headerId } = first
  const fields = ordered.map((field, place) =>
    place >= at && field.groupId === groupId && field.headerId === headerId
      ? { ...field, headerId: header.id }
      : field,
  )
  // After the one that they stood below; -1 of none is the beginning.
  const place = headers.findIndex(({ id }) => id === headerId) + 1
  return { ...content, headers: headers.toSpliced(place, 0, header), fields }
}

/** A heading, with what stands below it, before or after the next one of its tab. */
export function steppedHeader(content: TemplateContent, id: string, step: -1 | 1): TemplateContent {
  const { headers } = content
  const header = headers.find((one) => one.id === id)
  const own = headers.filter(({ groupId }) => groupId === header?.groupId)
  const other = own[own.findIndex((one) => one.id === id) + step]
  if (!header || !other) return content
  const [from, to] = [headers.indexOf(header), headers.indexOf(other)]
  return { ...content, headers: headers.with(from, other).with(to, header) }
}

export const changedHeader = (
  content: TemplateContent,
  id: string,
  change: Partial<TemplateHeader>,
): TemplateContent => ({
  ...content,
  headers: changedIn(content.headers, (one) => one.id === id, change),
})

/** Without a heading; what stood below it stands above all of them. */
export const withoutHeader = (content: TemplateContent, id: string): TemplateContent => ({
  ...content,
  headers: content.headers.filter((header) => header.id !== id),
  fields: changedIn(content.fields, ({ headerId }) => headerId === id, { headerId: null }),
})

export const changedFile = (
  content: TemplateContent,
  id: string,
  change: Partial<TemplateFile>,
): TemplateContent => ({
  ...content,
  files: changedIn(content.files, (one) => one.id === id, change),
})

/** With one more file, which takes what was to be written into one that is not there. */
export function withFile(content: TemplateContent, file: TemplateFile): TemplateContent {
  const files = [...content.files, file]
  const ids = new Set(files.map(({ id }) => id))
  const fields = changedIn(content.fields, ({ fileId }) => !ids.has(fileId), { fileId: file.id })
  return { ...content, files, fields }
}

/** Without a file; what was written into it goes into the first that is left. */
export function withoutFile(content: TemplateContent, id: string): TemplateContent {
  const files = content.files.filter((file) => file.id !== id)
  const [first] = files
  if (!first) return content
  const fields = changedIn(content.fields, ({ fileId }) => fileId === id, { fileId: first.id })
  return { ...content, files, fields }
}
