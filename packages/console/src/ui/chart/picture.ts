import { canvasOf } from './engine.ts'
import { lookOf } from './look.ts'
import { layOut, lineHeight, margin, titleHeight } from './paper.ts'

/** Sharp also on a screen with small pixels. */
const scale = 2

/** A chart as it is shown, under its title, as a PNG; drawn in this browser and by nobody else. */
export function pictureOf(
  chart: HTMLElement,
  { title, around }: { readonly title: string; readonly around: HTMLElement },
): Promise<Blob> {
  const size = { width: chart.clientWidth, height: chart.clientHeight }
  const drawn = canvasOf(chart, scale)
  if (!drawn) return Promise.reject(new Error('nothing is drawn yet'))
  return paint({ title, around, ...size }, (page) =>
    page.drawImage(drawn, 0, 0, size.width, size.height),
  )
}

/** Figures in lines and columns, the first of them the headings, as a PNG. */
export function pictureOfLines(
  lines: readonly (readonly string[])[],
  { title, around }: { readonly title: string; readonly around: HTMLElement },
): Promise<Blob> {
  const { width, height, at: startOf } = layOut(lines)
  return paint({ title, around, width, height }, (page, { font }) => {
    const isRtl = page.direction === 'rtl'
    lines.forEach((line, row) => {
      page.font = `${row === 0 ? 600 : 400} 14px ${font}`
      line.forEach((text, place) => {
        const at = startOf(place)
        page.textAlign = place === 0 ? 'start' : 'end'
        page.fillText(text, isRtl ? width - at : at, row * lineHeight + 20)
      })
    })
  })
}

interface Page {
  readonly title: string
  /** Whose colours, font and direction the page has. */
  readonly around: HTMLElement
  /** Of what is drawn below the title. */
  readonly width: number
  readonly height: number
}

type Paint = (page: CanvasRenderingContext2D, look: { readonly font: string }) => void

/** A page with a title, and below it what is painted. */
async function paint({ title, around, ...inner }: Page, draw: Paint): Promise<Blob> {
  const { surface, text, font } = lookOf(around)
  const isRtl = getComputedStyle(around).direction === 'rtl'
  const width = inner.width + 2 * margin
  const height = inner.height + titleHeight + 2 * margin
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width * scale, height: height * scale })
  const page = canvas.getContext('2d')
  if (!page) throw new Error('the browser draws no pictures')
  page.scale(scale, scale)
  page.fillStyle = surface
  page.fillRect(0, 0, width, height)
  page.direction = isRtl ? 'rtl' : 'ltr'
  page.fillStyle = text
  page.font = `600 16px ${font}`
  page.fillText(title, isRtl ? width - margin : margin, margin + 14)
  page.translate(margin, margin + titleHeight)
  draw(page, { font })
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('the browser drew no picture')
  return blob
}
