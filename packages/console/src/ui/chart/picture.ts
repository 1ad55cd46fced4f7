/** What of an element's look is written into the picture, which knows no style sheet of the page. */
const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
] as const

const margin = 16
const titleHeight = 32
/** Sharp also on a screen with small pixels. */
const scale = 2

/** A chart as it is shown, under its title, as a PNG; drawn in this browser and by nobody else. */
export async function pictureOf(chart: SVGSVGElement, title: string): Promise<Blob> {
  const width = chart.width.baseVal.value + 2 * margin
  const height = chart.height.baseVal.value + titleHeight + 2 * margin
  const address = URL.createObjectURL(
    new Blob([svgText(chart, { title, width, height })], { type: 'image/svg+xml' }),
  )
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return await painted(image, { width: width * scale, height: height * scale })
  } finally {
    URL.revokeObjectURL(address)
  }
}

interface Frame {
  readonly title: string
  readonly width: number
  readonly height: number
}

function svgText(chart: SVGSVGElement, { title, width, height }: Frame): string {
  const page = make('svg', { width, height })
  const { color, backgroundColor, fontFamily, direction } = getComputedStyle(
    chart.closest('section') ?? document.body,
  )
  const isRtl = direction === 'rtl'
  page.append(make('rect', { width, height, fill: backgroundColor }))
  const head = make('text', {
    x: isRtl ? width - margin : margin,
    y: margin + 14,
    direction,
    'font-family': fontFamily,
    'font-size': 16,
    'font-weight': 600,
    fill: color,
  })
  head.textContent = title
  const copy = inked(chart)
  copy.setAttribute('x', String(margin))
  copy.setAttribute('y', String(margin + titleHeight))
  page.append(head, copy)
  return new XMLSerializer().serializeToString(page)
}

/** A copy whose look stands in its own attributes. */
function inked(chart: SVGSVGElement): SVGSVGElement {
  const copy = document.importNode(chart, true)
  const copies = copy.querySelectorAll('*')
  for (const [place, element] of chart.querySelectorAll('*').entries()) {
    const style = getComputedStyle(element)
    for (const look of looks) copies[place]?.setAttribute(look, style.getPropertyValue(look))
    copies[place]?.removeAttribute('class')
  }
  return copy
}

function make(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  return element
}

async function painted(
  image: HTMLImageElement,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('the browser drew no picture')
  return blob
}
