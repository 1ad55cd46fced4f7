import type { FieldHold } from '../../../ui/form/fields.tsx'

/** A list with nothing in it is none that is set here. */
export const orNothing = ({ onChange, ...hold }: FieldHold): FieldHold => ({
  ...hold,
  onChange: (next) => onChange(Array.isArray(next) && next.length === 0 ? '' : next),
})
