import { getInstanceByDom, init, use as load } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { lookOf } from './look.ts'
import { layOut, lineHeight, margin, titleHeight } from './paper.ts'

// It comes with the first picture that is saved so: the console itself draws on a canvas.
load([SVGRenderer])

interface Titled {
  readonly title: string
  /** Whose colours, font and direction the page has. */
  readonly around: HTMLElement
}

/** A chart as it is shown, under its title, as SVG; it is drawn into a text and never into the page. */
export function vectorOf(chart: HTMLElement, titled: Titled): Promise<Blob> {
  const shown = getInstanceByDom(chart)
  if (!shown) return Promise.reject(new Error('nothing is drawn yet'))
  const size = { width: chart.clientWidth, height: chart.clientHeight }
  const drawing = init(null, null, { renderer: 'svg', ssr: true, ...size })
  drawing.setOption(shown.getOption())
  const text = drawing.renderToSVGString()
  drawing.dispose()
  return Promise.resolve(pageOf(text, { ...titled, ...size }))
}

/** Figures in lines and columns, the first of them the headings, as SVG. */
export function vectorOfLines(
  lines: readonly (readonly string[])[],
  titled: Titled,
): Promise<Blob> {
  const { width, height, at: startOf } = layOut(lines)
  const isRtl = isRightToLeft(titled.around)
  const { text: color } = lookOf(titled.around)
  const texts = lines.flatMap((line, row) =>
    line.map((text, place) => {
      const at = startOf(place)
      const anchor = place === 0 ? 'start' : 'end'
      const style = `font-size="14" font-weight="${row === 0 ? 600 : 400}" fill="${color}"`
      return `<text x="${isRtl ? width - at : at}" y="${row * lineHeight + 20}" text-anchor="${anchor}" ${style}>${escaped(text)}</text>`
    }),
  )
  return Promise.resolve(pageOf(`<g>${texts.join('')}</g>`, { ...titled, width, height }))
}

/** What is drawn, below a title. */
function pageOf(
  drawn: string,
  { title, around, ...inner }: Titled & { readonly width: number; readonly height: number },
): Blob {
  const { surface, text, font } = lookOf(around)
  const isRtl = isRightToLeft(around)
  const width = inner.width + 2 * margin
  const height = inner.height + titleHeight + 2 * margin
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" direction="${isRtl ? 'rtl' : 'ltr'}" font-family="${escaped(font)}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="${surface}"/>
<text x="${isRtl ? width - margin : margin}" y="${margin + 14}" font-size="16" font-weight="600" fill="${text}">${escaped(title)}</text>
<g transform="translate(${margin} ${margin + titleHeight})">${drawn}</g>
</svg>`
  return new Blob([page], { type: 'image/svg+xml' })
}

const isRightToLeft = (element: HTMLElement) => getComputedStyle(element).direction === 'rtl'

const signs: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
}
const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => signs[sign] ?? sign)
