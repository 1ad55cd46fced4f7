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
export function pictureOf(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = { width: chart.width.baseVal, height: chart.height.baseVal }
  const page = pageOf(chart, { title, width: width.value, height: height.value })
  const copy = inked(chart)
  copy.setAttribute('x', String(margin))
  copy.setAttribute('y', String(margin + titleHeight))
  page.append(copy)
  return pngOf(page)
}

const lineHeight = 28
const columnWidth = 140

/** Figures in lines and columns, the first of them the headings, as a PNG. */
export function pictureOfLines(
  lines: readonly (readonly string[])[],
  { title, around }: { readonly title: string; readonly around: Element },
): Promise<Blob> {
  const columns = Math.max(...lines.map((line) => line.length))
  const [width, height] = [Math.max(320, (columns + 1) * columnWidth), lines.length * lineHeight]
  const { color, fontFamily, direction } = lookOf(around)
  const page = pageOf(around, { title, width, height })
  const isRtl = direction === 'rtl'
  lines.forEach((line, row) => {
    line.forEach((text, place) => {
      // The first column begins at the edge, the last one ends at the other.
      const at = place === 0 ? 0 : width - (columns - 1 - place) * columnWidth
      const cell = make('text', {
        x: margin + (isRtl ? width - at : at),
        y: margin + titleHeight + row * lineHeight + 20,
        direction,
        'text-anchor': place === 0 ? 'start' : 'end',
        'font-family': fontFamily,
        'font-size': 14,
        'font-weight': row === 0 ? 600 : 400,
        fill: color,
      })
      cell.textContent = text
      page.append(cell)
    })
  })
  return pngOf(page)
}

async function pngOf(page: SVGElement): Promise<Blob> {
  const [width, height] = ['width', 'height'].map((side) => Number(page.getAttribute(side)))
  const text = new XMLSerializer().serializeToString(page)
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return await painted(image, { width: (width ?? 0) * scale, height: (height ?? 0) * scale })
  } finally {
    URL.revokeObjectURL(address)
  }
}

interface Frame {
  readonly title: string
  /** Of what is drawn below the title. */
  readonly width: number
  readonly height: number
}

const lookOf = (element: Element) => getComputedStyle(element.closest('section') ?? document.body)

/** An empty page in the colours around an element, with a title. */
function pageOf(element: Element, { title, ...inner }: Frame): SVGElement {
  const width = inner.width + 2 * margin
  const height = inner.height + titleHeight + 2 * margin
  const page = make('svg', { width, height })
  const { color, backgroundColor, fontFamily, direction } = lookOf(element)
  page.append(make('rect', { width, height, fill: backgroundColor }))
  const head = make('text', {
    x: direction === 'rtl' ? width - margin : margin,
    y: margin + 14,
    direction,
    'font-family': fontFamily,
    'font-size': 16,
    'font-weight': 600,
    fill: color,
  })
  head.textContent = title
  page.append(head)
  return page
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
