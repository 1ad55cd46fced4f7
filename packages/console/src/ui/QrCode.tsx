import makeQrCode from 'qrcode-generator'

interface QrCodeProps {
  readonly text: string
  /** What scanning it is good for. */
  readonly label: string
}

/** Empty cells around the code that cameras need. */
const quiet = 4

/** A QR code, drawn here: what it says goes to nobody. Black on white in every theme, for cameras. */
export function QrCode({ text, label }: QrCodeProps) {
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const side = count + 2 * quiet
  const cells = Array.from({ length: count * count }, (_, index) => [
    index % count,
    Math.floor(index / count),
  ])
  const dark = cells.filter(([x = 0, y = 0]) => code.isDark(y, x))
  const path = dark.map(([x = 0, y = 0]) => `M${x + quiet} ${y + quiet}h1v1h-1z`).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} width={200} height={200}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
