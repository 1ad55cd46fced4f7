import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** Something on a picture: how far a point is outside of it, in pixels; less than nothing is inside. */
export interface Shape {
  readonly outside: (x: number, y: number) => number
  readonly colour: Colour
  /** From 0 to 1. */
  readonly opacity?: number
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** The ground runs from one colour to the other. */
  readonly ground: readonly [Colour, Colour]
  readonly shapes: readonly Shape[]
}

/** `#1f6feb` as its parts. */
export function colourOf(hex: string): Colour {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 0xff, number & 0xff]
}

type Point = readonly [x: number, y: number]

export const disc =
  ([cx, cy]: Point, radius: number): Shape['outside'] =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - radius

export const ring =
  ([cx, cy]: Point, radius: number, width: number): Shape['outside'] =>
  (x, y) =>
    Math.abs(Math.hypot(x - cx, y - cy) - radius) - width / 2

/** A rectangle with round corners, by its middle and half its sides. */
export const box =
  ([cx, cy]: Point, half: Point, corner: number): Shape['outside'] =>
  (x, y) => {
    const dx = Math.abs(x - cx) - half[0] + corner
    const dy = Math.abs(y - cy) - half[1] + corner
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner
  }

/** A picture as a PNG file; the edges of shapes are smooth. */
export function drawn({ width, height, ground, shapes }: Picture): Buffer {
  const lines = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const share = (x / width + y / height) / 2
      let colour = mixed(ground[0], ground[1], share)
      for (const { outside, colour: own, opacity = 1 } of shapes) {
        const cover = Math.min(1, Math.max(0, 0.5 - outside(x + 0.5, y + 0.5))) * opacity
        if (cover > 0) colour = mixed(colour, own, cover)
      }
      lines.set(colour.map(Math.round), y * (1 + 3 * width) + 1 + 3 * x)
    }
  return png(width, height, lines)
}

const mixed = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

function png(width: number, height: number, lines: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of each of three colours.
  head.set([8, 2, 0, 0, 0], 8)
  const mark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    mark,
    part('IHDR', head),
    part('IDAT', deflateSync(lines, { level: 6 })),
    part('IEND', Buffer.alloc(0)),
  ])
}

function part(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
