import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { visualRuns } from './visual.ts'

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

/** DejaVu has Latin, Greek, Cyrillic and Arabic letters, Kurdish ones too, and the forms in which they join. */
const fonts = { plain: fontFile('DejaVuSans'), bold: fontFile('DejaVuSans-Bold') }

interface Style {
  readonly size: number
  readonly isBold?: boolean
  readonly color?: string
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
}

const pageWidth = 595.28
export const pageHeight = 841.89
export const margin = 40
export const innerWidth = pageWidth - 2 * margin

/** Draws on the pages of a document (A4); what is mirrored is measured from its right edge. */
export class Pen {
  readonly pdf: PDFKit.PDFDocument
  readonly isMirrored: boolean
  y: number = margin
  /** Texts are measured again and again while their columns are laid out. */
  readonly #widths = new Map<string, number>()

  constructor({ title, isMirrored }: { readonly title: string; readonly isMirrored: boolean }) {
    this.isMirrored = isMirrored
    this.pdf = new Pdf({ size: 'A4', margin: 0, bufferPages: true, info: { Title: title } })
    this.pdf.registerFont('plain', fonts.plain)
    this.pdf.registerFont('bold', fonts.bold)
  }

  /** Whether so much has room on this page; else the next one begins. */
  needs(height: number): boolean {
    if (this.y + height <= pageHeight - margin - footHeight) return false
    this.pdf.addPage()
    this.y = margin
    return true
  }

  /** A line in a box: at its beginning, or at its end. */
  line(text: string, { x, y, width }: Box, style: Style & { readonly atEnd?: boolean }): void {
    this.#use(style)
    const runs = visualRuns(text, this.isMirrored)
    const isAtRight = this.isMirrored !== (style.atEnd === true)
    const left = this.left(x, width)
    let at = isAtRight ? left + width - this.#widthOf(runs) : left
    for (const run of runs) {
      this.pdf.text(run.text, at, y, optionsOf(run))
      at += this.pdf.widthOfString(run.text, optionsOf(run))
    }
  }

  /** A text in lines that fit a width, broken at spaces, else where it must be. */
  wrapped(text: string, width: number, style: Style): readonly string[] {
    if (this.width(text, style) <= width) return [text]
    const lines: string[] = []
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const last = lines.at(-1)
      const longer = last === undefined ? word : `${last} ${word}`
      if (last !== undefined && this.width(longer, style) <= width) lines[lines.length - 1] = longer
      else lines.push(...this.#broken(word, width, style))
    }
    return lines.length > 0 ? lines : ['']
  }

  width(text: string, style: Style): number {
    const key = `${style.size} ${style.isBold === true} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    this.#use(style)
    const width = this.#widthOf(visualRuns(text, this.isMirrored))
    this.#widths.set(key, width)
    return width
  }

  /** The left edge of a box that begins `x` from where the reader begins. */
  left(x: number, width: number): number {
    return this.isMirrored ? pageWidth - x - width : x
  }

  paint({ x, y, width }: Box, height: number, color: string): void {
    this.pdf.rect(this.left(x, width), y, width, height).fill(color)
  }

  #broken(word: string, width: number, style: Style): readonly string[] {
    const parts: string[] = []
    let part = ''
    for (const letter of word) {
      if (part !== '' && this.width(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  #use({ size, isBold = false, color = '#1f2933' }: Style): void {
    this.pdf
      .font(isBold ? 'bold' : 'plain')
      .fontSize(size)
      .fillColor(color)
  }

  #widthOf(runs: ReturnType<typeof visualRuns>): number {
    return runs.reduce((sum, run) => sum + this.pdf.widthOfString(run.text, optionsOf(run)), 0)
  }
}

/** What stands below each page. */
export const footHeight = 24

/** Named features keep the words of a run together: laid out word by word they would stand in the wrong order. */
const optionsOf = ({ isShaped }: { readonly isShaped: boolean }): PDFKit.Mixins.TextOptions => ({
  lineBreak: false,
  ...(isShaped && { features: [] }),
})
