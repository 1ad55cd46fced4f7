import { Picture } from './picture.ts'

export interface ShownScreen {
  /** What stands on it; null: nothing but the terminal's own. */
  readonly said: { readonly title: string; readonly text: string } | null
  readonly sn: string
  readonly model: string
  /** `720x1280`. */
  readonly size: string
  /** Epoch milliseconds by its clock, and the zone that it shows. */
  readonly now: number
  readonly timeZone: string
  /** Percent. */
  readonly battery: number
  readonly network: string
}

const colours = ['101820', 'f2f4f6', '2f7d5b', '8a97a3', 'c2453d']
const light = 1
const green = 2
const grey = 3
const red = 4

/** A picture of what is on the screen of a terminal, at half its size. */
export function screenPicture(shown: ShownScreen): Buffer {
  const [, width = 720, height = 1280] = /^(\d{2,4})x(\d{2,4})$/.exec(shown.size)?.map(Number) ?? []
  const picture = new Picture(Math.ceil(width / 2), Math.ceil(height / 2))
  drawBar(picture, shown)
  const { said, sn, model } = shown
  if (said) {
    drawLines(picture, said.title, { y: 90, size: 4, colour: green })
    drawLines(picture, said.text, { y: 150, size: 3, colour: light })
  } else {
    picture.paint({ x: 20, y: 90, width: picture.width - 40, height: 120 }, green)
    picture.write('READY', { x: 40, y: 135, size: 6, colour: light })
  }
  picture.write(model, { x: 20, y: picture.height - 60, size: 3, colour: grey })
  picture.write(sn, { x: 20, y: picture.height - 34, size: 3, colour: grey })
  return picture.png(colours)
}

/** Clock, network and battery. */
function drawBar(picture: Picture, { now, timeZone, battery, network }: ShownScreen): void {
  const clock = new Date(now).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })
  picture.write(clock, { x: 12, y: 12, size: 4, colour: light })
  picture.write(network, { x: picture.width - 190, y: 12, size: 3, colour: grey })
  picture.paint({ x: picture.width - 72, y: 12, width: 60, height: 20 }, grey)
  const part = Math.round((56 * Math.min(100, Math.max(0, battery))) / 100)
  picture.paint(
    { x: picture.width - 70, y: 14, width: part, height: 16 },
    battery < 15 ? red : light,
  )
}

interface Drawn {
  readonly y: number
  readonly size: number
  readonly colour: number
}

function drawLines(picture: Picture, text: string, { y, size, colour }: Drawn): void {
  const most = Math.floor((picture.width - 40) / (size * 4))
  const letters = [...text]
  for (let line = 0; line * most < letters.length; line += 1) {
    const part = letters.slice(line * most, (line + 1) * most).join('')
    picture.write(part, { x: 20, y: y + line * size * 8, size, colour })
  }
}
