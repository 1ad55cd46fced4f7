import { crc32, deflateSync } from 'node:zlib'

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Written {
  readonly x: number
  readonly y: number
  /** Of one point of a letter. */
  readonly size: number
  readonly colour: number
}

/** A picture of few colours, row by row, each point the number of its colour. */
export class Picture {
  readonly width: number
  readonly height: number
  readonly #points: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#points = new Uint8Array(width * height)
  }

  paint({ x, y, width, height }: Area, colour: number): void {
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)]
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1)
      this.#points.fill(colour, row * this.width + left, row * this.width + right)
  }

  /** Writes a line of capital letters and digits, points of `size`; what it does not know is a block. */
  write(text: string, { x, y, size, colour }: Written): void {
    for (const [nth, letter] of [...text.toUpperCase()].entries()) {
      const rows = letters[letter] ?? '77777'
      for (let row = 0; row < 5; row += 1)
        for (let column = 0; column < 3; column += 1)
          if ((Number(rows[row]) >> (2 - column)) & 1) {
            const place = { x: x + (nth * 4 + column) * size, y: y + row * size }
            this.paint({ ...place, width: size, height: size }, colour)
          }
    }
  }

  /** As PNG; colours are `rrggbb`. */
  png(colours: readonly string[]): Buffer {
    const rows = Buffer.alloc((this.width + 1) * this.height)
    for (let row = 0; row < this.height; row += 1) {
      const points = this.#points.subarray(row * this.width, (row + 1) * this.width)
      rows.set(points, row * (this.width + 1) + 1)
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(this.width, 0)
    head.writeUInt32BE(this.height, 4)
    head.set([8, 3, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', head),
      chunk('PLTE', Buffer.from(colours.join(''), 'hex')),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Letters of three by five points: a digit for each row, a bit for each point. */
const letters: Readonly<Record<string, string>> = {
  ' ': '00000',
  '0': '75557',
  '1': '26227',
  '2': '71747',
  '3': '71717',
  '4': '55711',
  '5': '74717',
  '6': '74757',
  '7': '71222',
  '8': '75757',
  '9': '75717',
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '-': '00700',
  '.': '00002',
  ',': '00024',
  ':': '02020',
  '/': '11244',
  '%': '51245',
  '+': '02720',
  '?': '61202',
  '!': '22202',
  '(': '24442',
  ')': '21112',
}
