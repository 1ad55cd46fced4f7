/** What a made package says of itself. */
export interface ManifestWish {
  readonly package: string
  readonly code: number
  readonly name: string
  readonly label: string
  readonly minSdk: number
  readonly targetSdk: number
  readonly permissions: readonly string[]
  readonly isDebuggable: boolean
}

/** Attributes by their numbers in Android's own resources. */
const android = {
  label: 0x01010001,
  name: 0x01010003,
  debuggable: 0x0101000f,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
} as const
type Known = keyof typeof android
const named = Object.keys(android)

interface Attribute {
  /** One of Android's own; `package` is the only other. */
  readonly name: Known | 'package'
  readonly value: string | number | boolean
}

interface Node {
  readonly tag: string
  readonly attributes: readonly Attribute[]
  readonly children: readonly Node[]
}

const none = 0xffffffff
const types = { text: 0x03, number: 0x10, yesNo: 0x12 } as const

/** A manifest in the form that Android's tools compile it to. */
export function binaryManifest(wish: ManifestWish): Buffer {
  const root = treeOf(wish)
  const strings = [...new Set([...named, 'package', ...textsIn(root)])]
  const at = (text: string) => strings.indexOf(text)
  const ids = chunk(0x0180, Buffer.alloc(0), words(Object.values(android)))
  const parts = [stringPool(strings), ids, ...elements(root, at)]
  return chunk(0x0003, Buffer.alloc(0), Buffer.concat(parts))
}

function treeOf(wish: ManifestWish): Node {
  const leaf = (tag: string, attributes: readonly Attribute[]) => ({
    tag,
    attributes,
    children: [],
  })
  const debuggable: Attribute = { name: 'debuggable', value: true }
  const sdks: Attribute[] = [
    { name: 'minSdkVersion', value: wish.minSdk },
    { name: 'targetSdkVersion', value: wish.targetSdk },
  ]
  const application: Attribute[] = [
    { name: 'label', value: wish.label },
    ...(wish.isDebuggable ? [debuggable] : []),
  ]
  return {
    tag: 'manifest',
    attributes: [
      { name: 'versionCode', value: wish.code },
      { name: 'versionName', value: wish.name },
      { name: 'package', value: wish.package },
    ],
    children: [
      leaf('uses-sdk', sdks),
      ...wish.permissions.map((one) =>
        leaf('uses-permission', [{ name: 'name', value: `android.permission.${one}` }]),
      ),
      leaf('application', application),
    ],
  }
}

const textsIn = ({ tag, attributes, children }: Node): string[] => [
  tag,
  ...attributes.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  ...children.flatMap(textsIn),
]

type At = (text: string) => number

function elements({ tag, attributes, children }: Node, at: At): Buffer[] {
  const line = words([1, none])
  const sizes = Buffer.from(Uint16Array.of(20, 20, attributes.length, 0, 0, 0).buffer)
  const start = Buffer.concat([
    words([none, at(tag)]),
    sizes,
    ...attributes.map((one) => attribute(one, at)),
  ])
  const end = words([none, at(tag)])
  return [
    chunk(0x0102, line, start),
    ...children.flatMap((child) => elements(child, at)),
    chunk(0x0103, line, end),
  ]
}

function attribute({ name, value }: Attribute, at: At): Buffer {
  const isText = typeof value === 'string'
  const type = isText ? types.text : typeof value === 'number' ? types.number : types.yesNo
  const data = isText ? at(value) : typeof value === 'number' ? value : none
  const typed = Buffer.from([8, 0, 0, type])
  return Buffer.concat([words([none, at(name), isText ? data : none]), typed, words([data])])
}

function stringPool(strings: readonly string[]): Buffer {
  const encoded = strings.map((text) => {
    const length = Buffer.from(Uint16Array.of(text.length).buffer)
    return Buffer.concat([length, Buffer.from(text, 'utf16le'), Buffer.alloc(2)])
  })
  let from = 0
  const offsets = encoded.map(({ length }) => (from += length) - length)
  const texts = Buffer.concat([...encoded, Buffer.alloc((4 - (from % 4)) % 4)])
  const head = words([strings.length, 0, 0, 28 + 4 * strings.length, 0])
  return chunk(0x0001, head, Buffer.concat([words(offsets), texts]))
}

function chunk(kind: number, rest: Buffer, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(kind, 0)
  head.writeUInt16LE(8 + rest.length, 2)
  head.writeUInt32LE(8 + rest.length + content.length, 4)
  return Buffer.concat([head, rest, content])
}

/** Numbers of four bytes, the lowest first. */
export function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  numbers.forEach((number, nth) => bytes.writeUInt32LE(number, 4 * nth))
  return bytes
}
