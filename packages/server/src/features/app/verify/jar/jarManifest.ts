/** A block of lines in a manifest or signature file, with the bytes that it is digested by. */
export interface Section {
  readonly raw: Buffer
  /** What the file is called that it speaks of; `null` for the first section, and where it has none. */
  readonly name: string | null
  /** The value of an attribute, whose name may be in any case. */
  readonly get: (name: string) => string | null
}

interface Line {
  readonly text: Buffer
  readonly to: number
}

/** The sections of META-INF/MANIFEST.MF or of a signature file, in their order. */
export function readSections(bytes: Buffer): readonly Section[] {
  const sections: Section[] = []
  let [from, lines]: [number, Buffer[]] = [0, []]
  const close = (to: number) => {
    if (lines.length > 0) sections.push(sectionOf(lines, bytes.subarray(from, to)))
    ;[from, lines] = [to, []]
  }
  for (const { text, to } of linesOf(bytes))
    if (text.length === 0) close(to)
    else lines.push(text)
  close(bytes.length)
  return sections
}

const [carriageReturn, lineFeed, space] = [0x0d, 0x0a, 0x20]

function* linesOf(bytes: Buffer): Generator<Line> {
  for (let from = 0; from < bytes.length; ) {
    const end = endOfLine(bytes, from)
    const isPair = bytes[end] === carriageReturn && bytes[end + 1] === lineFeed
    const to = Math.min(bytes.length, end + (isPair ? 2 : 1))
    yield { text: bytes.subarray(from, end), to }
    from = to
  }
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== carriageReturn && bytes[at] !== lineFeed) at++
  return at
}

/** A line that begins with a space goes on with the one before it. */
function sectionOf(lines: readonly Buffer[], raw: Buffer): Section {
  const whole: Buffer[][] = []
  for (const line of lines) {
    const open = whole.at(-1)
    if (open && line[0] === space) open.push(line.subarray(1))
    else whole.push([line])
  }
  const attributes = whole.map((parts) => attributeOf(Buffer.concat(parts).toString('utf8')))
  const first = attributes[0]
  const values = new Map(
    attributes.toReversed().map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    raw,
    name: first?.[0].toLowerCase() === 'name' ? first[1] : null,
    get: (name) => values.get(name.toLowerCase()) ?? null,
  }
}

function attributeOf(line: string): readonly [string, string] {
  const at = line.indexOf(': ')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
}
