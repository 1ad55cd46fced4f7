import { randomInt } from 'node:crypto'
import { glyphs } from './glyphs.ts'

/** What a captcha is written in. */
export const captchaAlphabet = Object.keys(glyphs).join('')

const width = 150
const height = 50
/** White below the lines, also where the page is dark. */
const paper = `<path fill="#fff" stroke="none" d="M0 0h${width}v${height}H0z"/>`

/** Pixels from one character to the next. */
const step = 27

/** Draws a text as lines that no font knows; nothing in the picture spells it. */
export function drawCaptcha(text: string): string {
  const letters = Array.from(text, (letter, index) => drawGlyph(glyphs[letter] ?? '', index))
  const noise = Array.from({ length: 3 }, drawNoise)
  const lines = shuffled([...letters, ...noise]).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke="#3f4d5a" stroke-linecap="round" stroke-linejoin="round">${paper}${lines}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** A number between two, with one digit behind the point. */
const between = (low: number, high: number): number => randomInt(low * 10, high * 10 + 1) / 10

function drawGlyph(strokes: string, index: number): string {
  const place = {
    x: 12 + index * step + between(-3, 3),
    y: 11 + between(-4, 4),
    turn: (between(-14, 14) * Math.PI) / 180,
    scale: between(4, 5),
    slant: between(-2, 2) / 10,
  }
  const points = (stroke: string) =>
    stroke
      .split(' ')
      .map((point) => placed(point, place))
      .join(' ')
  const thickness = between(2, 3)
  return strokes
    .split('|')
    .map((stroke) => `<polyline stroke-width="${thickness}" points="${points(stroke)}"/>`)
    .join('')
}

interface Place {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly scale: number
  readonly slant: number
}

/** A point of the grid on the picture: turned about the character's middle, slanted, and a little off. */
function placed(point: string, { x, y, turn, scale, slant }: Place): string {
  const [column = 0, row = 0] = point.split(',').map(Number)
  const [across, down] = [(column - 2 + slant * (3 - row)) * scale, (row - 3) * scale]
  const left = x + 8 + across * Math.cos(turn) - down * Math.sin(turn) + between(-0.6, 0.6)
  const top = y + 14 + across * Math.sin(turn) + down * Math.cos(turn) + between(-0.6, 0.6)
  return `${left.toFixed(1)},${top.toFixed(1)}`
}

function drawNoise(): string {
  const [from, to] = [between(2, height - 2), between(2, height - 2)]
  const [bend, lift] = [between(30, width - 30), between(0, height)]
  return `<path stroke-width="${between(0.6, 1.1)}" d="M${between(0, 15)} ${from}Q${bend} ${lift} ${width - between(0, 15)} ${to}"/>`
}

function shuffled(parts: readonly string[]): string[] {
  const left = [...parts]
  return parts.flatMap(() => left.splice(randomInt(left.length), 1))
}
