import { box, colourOf, disc, drawn, ring, type Shape } from './drawing.ts'

const white = colourOf('#ffffff')

/** What stands on the icon of an application. */
export type Sign = 'card' | 'star' | 'book' | 'wallet' | 'bill' | 'till'

const side = 192

const signs: Readonly<Record<Sign, readonly Shape['outside'][]>> = {
  card: [box([96, 96], [58, 38], 10)],
  star: [ring([96, 96], 44, 14), disc([96, 96], 18)],
  book: [box([70, 96], [22, 46], 6), box([122, 96], [22, 46], 6)],
  wallet: [box([96, 102], [56, 40], 14), box([96, 56], [44, 8], 8)],
  bill: [box([96, 70], [46, 8], 8), box([96, 96], [46, 8], 8), box([80, 122], [30, 8], 8)],
  till: [box([96, 72], [40, 26], 8), box([96, 128], [52, 16], 8)],
}

/** The icon of an application. */
export function iconOf(sign: Sign, from: string, to: string): Buffer {
  const shapes = signs[sign].map((outside) => ({ outside, colour: white, opacity: 0.94 }))
  const stripe: Shape[] =
    sign === 'card' ? [{ outside: box([96, 82], [58, 7], 0), colour: colourOf(from) }] : []
  const ground = [colourOf(from), colourOf(to)] as const
  return drawn({ width: side, height: side, ground, shapes: [...shapes, ...stripe] })
}

interface Banner {
  readonly width: number
  readonly height: number
  readonly from: string
  readonly to: string
}

/** A banner: a terminal with a card that touches it, and waves around. */
export function bannerOf({ width, height, from, to }: Banner): Buffer {
  const [x, y, unit] = [width * 0.72, height * 0.52, height / 300]
  const waves = [70, 110, 150, 190].map((radius) => ({
    outside: ring([x, y], radius * unit, 5 * unit),
    colour: white,
    opacity: 0.22,
  }))
  const solid = (outside: Shape['outside'], colour: string, opacity = 1) => ({
    outside,
    colour: colourOf(colour),
    opacity,
  })
  const keys = [-24, 0, 24].flatMap((dx) =>
    [40, 62, 84].map((dy) => solid(disc([x + dx * unit, y + dy * unit], 7 * unit), '#c9d4e3')),
  )
  return drawn({
    width,
    height,
    ground: [colourOf(from), colourOf(to)],
    shapes: [
      { outside: disc([width * 0.1, height * 1.1], 180 * unit), colour: white, opacity: 0.1 },
      { outside: disc([width * 0.3, -height * 0.2], 140 * unit), colour: white, opacity: 0.08 },
      ...waves,
      solid(box([x, y + 6 * unit], [54 * unit, 108 * unit], 16 * unit), '#1b2436'),
      solid(box([x, y - 44 * unit], [42 * unit, 46 * unit], 8 * unit), '#eaf2ff'),
      ...keys,
      solid(box([x - 92 * unit, y - 30 * unit], [64 * unit, 40 * unit], 10 * unit), '#ffd166'),
      solid(box([x - 92 * unit, y - 44 * unit], [64 * unit, 8 * unit], 0), '#7a4d00', 0.8),
      solid(box([x - 126 * unit, y - 16 * unit], [14 * unit, 10 * unit], 4 * unit), '#fff3d0'),
    ],
  })
}
