/**
 * The marks of an axis from nothing up to `most`: whole numbers of one, two or five times a power
 * of ten, about four of them, the last at or above `most`.
 */
export function ticksUpTo(most: number): readonly number[] {
  const rough = Math.max(1, most) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, place) => place * step)
}

/** So many places out of `count`, evenly spread, the first and the last among them. */
export function spreadPlaces(count: number, wanted: number): readonly number[] {
  if (count <= wanted) return Array.from({ length: count }, (_, place) => place)
  return Array.from({ length: wanted }, (_, place) =>
    Math.round((place * (count - 1)) / (wanted - 1)),
  )
}

/** Points in stretches without a gap: where a value is missing, the line breaks off. */
export function stretchesOf<P extends { readonly value: number | null }>(
  points: readonly P[],
): readonly (readonly (P & { readonly value: number; readonly place: number })[])[] {
  const stretches: (P & { value: number; place: number })[][] = []
  let open: (P & { value: number; place: number })[] | null = null
  for (const [place, point] of points.entries()) {
    const { value } = point
    if (value === null) {
      open = null
      continue
    }
    if (!open) stretches.push((open = []))
    open.push({ ...point, value, place })
  }
  return stretches
}
