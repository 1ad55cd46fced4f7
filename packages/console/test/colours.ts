/** Red, green and blue from 0 to 255, and how much covers what is below. */
export type Colour = readonly [number, number, number, number]

/** Reads `#fff`, `#1890ff` and `rgb(0 24 72 / 28%)`. */
export function readColour(text: string): Colour {
  const hex = /^#([0-9a-f]{3,6})$/i.exec(text.trim())?.[1]
  if (hex) {
    const size = hex.length / 3
    const at = (index: number) => {
      const digits = hex.slice(index * size, (index + 1) * size)
      return Number.parseInt(size === 1 ? digits + digits : digits, 16)
    }
    return [at(0), at(1), at(2), 1]
  }
  const [, red, green, blue, cover = '100'] =
    /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+)%)?\)$/.exec(text.trim()) ?? []
  if (red === undefined) throw new Error(`not a colour: ${text}`)
  return [Number(red), Number(green), Number(blue), Number(cover) / 100]
}

/** What the eye sees of `upper` on `lower`, which covers everything. */
export function over(upper: Colour, lower: Colour): Colour {
  const [red, green, blue, cover] = upper
  const mix = (above: number, below: number) => above * cover + below * (1 - cover)
  return [mix(red, lower[0]), mix(green, lower[1]), mix(blue, lower[2]), 1]
}

/** The colour between two of a gradient. */
export const between = (from: Colour, to: Colour, share: number): Colour => {
  const at = (index: 0 | 1 | 2 | 3) => from[index] + (to[index] - from[index]) * share
  return [at(0), at(1), at(2), at(3)]
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(text: Colour, ground: Colour): number {
  const seen = over(text, ground)
  const [light = 0, dark = 0] = [luminance(seen), luminance(ground)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
