import type { FieldHold } from './fields.tsx'

/** Holds on the members of one field that is an object; its problem is said at the first of them. */
export function partsOf({ name, value, onChange, onBlur, error }: FieldHold) {
  const whole = typeof value === 'object' && value !== null ? value : {}
  const members: Readonly<Record<string, unknown>> = { ...whole }
  const first = Object.keys(members)[0]
  return (member: string, label: string): FieldHold => ({
    name: `${name}.${member}`,
    label,
    value: members[member],
    onChange: (next) => onChange({ ...members, [member]: next }),
    onBlur,
    error: member === first ? error : undefined,
    required: false,
  })
}
