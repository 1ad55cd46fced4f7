import type { FormField, FrozenTemplate } from '@muster/contract'
import { language } from '../../../platform/texts.ts'

/** The parts of a template that its form is made of. */
export type FormContent = Pick<FrozenTemplate, 'fields' | 'groups' | 'headers' | 'rules'>

/** What a parameter has where nothing is said at this level. */
export interface Inherited {
  readonly value: string | null
  /** Where it comes from, in words. */
  readonly source: string
  /** Of a secret, whose value nobody is shown: whether there is one. */
  readonly isSet?: boolean
}

/** What a form holds: its own values, and what it inherits. */
export interface FormValues {
  readonly values: ReadonlyMap<string, string>
  readonly inherited: ReadonlyMap<string, Inherited>
  /** Own secrets that are kept, but shown to nobody. */
  readonly ownSecrets?: ReadonlySet<string>
}

/** Who fills it in: BASIC sees what is for everybody, ADVANCED all but what is hidden. */
export type FormAccess = 'BASIC' | 'ADVANCED'

/** Which of the fields are looked at. */
export interface Sought {
  /** The tab; null: all of them. */
  readonly groupId: string | null
  readonly words: string
  readonly onlyChanged: boolean
}

export type FormRow =
  | { readonly kind: 'group'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'header'
      readonly id: string
      readonly title: string
      readonly isOpen: boolean
      readonly count: number
    }
  | { readonly kind: 'field'; readonly id: string; readonly field: FormField }

/** A title in the reader's language, where the template has one. */
export const titleIn = (title: string, titles: Readonly<Record<string, string>>): string =>
  titles[language] || title

/** The value that holds: one's own, else what is inherited. */
export const effectiveValue = ({ values, inherited }: FormValues, pid: string): string =>
  values.get(pid) ?? inherited.get(pid)?.value ?? ''

/** Whether this level says something of it. */
export const isOwn = ({ values, ownSecrets }: FormValues, pid: string): boolean =>
  values.has(pid) || (ownSecrets?.has(pid) ?? false)

/** Whether anybody who fills in the form sees it. */
function isShown(field: FormField, held: FormValues, access: FormAccess): boolean {
  if (field.hidden || field.accessLevel === 'HIDDEN') return false
  if (field.accessLevel === 'ADVANCED' && access === 'BASIC') return false
  const { dependsOn } = field
  return !dependsOn || effectiveValue(held, dependsOn.pid) === dependsOn.value
}

/** The fields of a form that can be seen, in their order. */
export const shownFields = (
  { fields }: FormContent,
  held: FormValues,
  access: FormAccess,
): FormField[] => fields.filter((field) => isShown(field, held, access))

/** A text as it is looked for: without marks of case. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

function isSought(field: FormField, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = folded(
    `${field.pid} ${field.label} ${Object.values(field.labels).join(' ')} ${field.description ?? ''}`,
  )
  return words.every((word) => text.includes(word))
}

interface Look {
  readonly fields: readonly FormField[]
  readonly held: FormValues
  readonly sought: Sought
  /** Headers that were opened or closed by hand. */
  readonly toggled: ReadonlySet<string>
}

/** What stands below each other: the fields that are looked at, below their tab and heading. */
export function formRows({ groups, headers }: FormContent, look: Look): FormRow[] {
  const { fields, held, sought, toggled } = look
  const words = folded(sought.words).split(/\s+/).filter(Boolean)
  const isNarrow = words.length > 0 || sought.onlyChanged
  const wanted = fields.filter(
    (field) => isSought(field, words) && (!sought.onlyChanged || isOwn(held, field.pid)),
  )
  const tabs = groups.filter(
    ({ id }) => sought.groupId === null || id === sought.groupId || isNarrow,
  )
  return tabs.flatMap(({ id, title, titles }): FormRow[] => {
    const own = wanted.filter(({ groupId }) => groupId === id)
    if (own.length === 0) return []
    const loose = own.filter(({ headerId }) => headerId === null).map(fieldRow)
    const below = headers
      .filter(({ groupId }) => groupId === id)
      .flatMap((header): FormRow[] => {
        const within = own.filter(({ headerId }) => headerId === header.id)
        if (within.length === 0) return []
        const isOpen = isNarrow || header.isOpen !== toggled.has(header.id)
        const head = { title: titleIn(header.title, header.titles), isOpen, count: within.length }
        return [{ kind: 'header', id: header.id, ...head }, ...(isOpen ? within.map(fieldRow) : [])]
      })
    const isAlone = sought.groupId !== null && !isNarrow
    const top: FormRow[] = isAlone ? [] : [{ kind: 'group', id, title: titleIn(title, titles) }]
    return [...top, ...loose, ...below]
  })
}

const fieldRow = (field: FormField): FormRow => ({ kind: 'field', id: field.pid, field })
