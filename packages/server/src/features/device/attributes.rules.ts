import * as z from 'zod/mini'

const named = z.array(z.looseObject({ name: z.string() }))

/** The name that is said twice among attributes; null: each is said once. */
export function namedTwice(attributes: unknown): string | null {
  const names = named.safeParse(attributes).data?.map(({ name }) => name.toLowerCase()) ?? []
  const at = names.findIndex((name, place) => names.indexOf(name) < place)
  return at < 0 ? null : (named.safeParse(attributes).data?.[at]?.name ?? null)
}

/** The driver takes an array for one of the database's own: attributes are a document. */
export const storedAttributes = <V extends { readonly attributes?: unknown }>(values: V): V =>
  values.attributes === undefined
    ? values
    : { ...values, attributes: JSON.stringify(values.attributes) }
