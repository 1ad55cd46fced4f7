import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'

export type Members = Readonly<Record<string, unknown>>

export const membersIn = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** A member of a field that holds an object, as a field of its own; what is emptied is `empty`. */
export function memberHold(
  hold: FieldHold,
  name: string,
  { label, empty = null }: { readonly label: TextKey; readonly empty?: null | undefined },
): FieldHold {
  const members = membersIn(hold.value)
  return {
    ...hold,
    name: `${hold.name}.${name}`,
    label: t(label),
    required: false,
    error: undefined,
    value: members[name] ?? '',
    onChange: (value) => hold.onChange({ ...members, [name]: value === '' ? empty : value }),
  }
}
