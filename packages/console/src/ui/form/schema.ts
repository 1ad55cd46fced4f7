import * as z from 'zod/mini'

export type Schema = z.core.$ZodType

/** The members of an object schema by name; none when the schema is no object. */
export function membersOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return schema instanceof z.ZodMiniObject ? schema.shape : {}
}

/** Whether the schema lets the value pass. */
export const accepts = (schema: Schema, value: unknown): boolean =>
  z.safeParse(schema, value).success

/** What the schema makes of a value that is not given; undefined when it insists on one. */
export function defaultOf(schema: Schema): unknown {
  const read = z.safeParse(schema, undefined)
  return read.success ? read.data : undefined
}
