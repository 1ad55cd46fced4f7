/** What stands around a picture's figures, in pixels. */
export const margin = 16
export const titleHeight = 32
export const lineHeight = 28
const columnWidth = 140

/** Where lines and columns stand on a page: the first column at one edge, the last ends at the other. */
export function layOut(lines: readonly (readonly string[])[]) {
  const columns = Math.max(...lines.map((line) => line.length))
  const width = Math.max(320, (columns + 1) * columnWidth)
  const at = (place: number) => (place === 0 ? 0 : width - (columns - 1 - place) * columnWidth)
  return { width, height: lines.length * lineHeight, at }
}
