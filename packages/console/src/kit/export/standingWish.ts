type Query = Readonly<Record<string, string>>

const dayMs = 86_400_000

/**
 * What a document is asked for again and again. Days that stand still would show the same each time: as many
 * days up to the day of sending take their place, and in place of one day what is then.
 */
export function standingWish({ from, to, day: _, ...query }: Query): Query {
  if (!from || !to) return query
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  // Moments are those of the time that each report is about.
  return from.length === 10 ? { ...query, days: String(days) } : query
}
