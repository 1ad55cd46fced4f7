/** How many of these widths fit side by side into a room, from the first on. */
export function fittingCount(widths: readonly number[], room: number): number {
  let used = 0
  const over = widths.findIndex((width) => {
    used += width
    // Widths have fractions, the room has none.
    return used > room + 0.5
  })
  return over < 0 ? widths.length : over
}
