interface MarkedProps {
  readonly text: string
  /** As it was typed; case does not matter, as with the search itself. Empty: nothing is marked. */
  readonly sought: string
}

/** A text in which each place that holds what is sought is marked. */
export function Marked({ text, sought }: MarkedProps) {
  return partsOf(text, sought).map(({ from, part, isHit }) =>
    isHit ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
  )
}

interface Part {
  readonly from: number
  readonly part: string
  readonly isHit: boolean
}

function partsOf(text: string, sought: string): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  const add = (to: number, isHit: boolean) => {
    if (to > from) parts.push({ from, part: text.slice(from, to), isHit })
    from = to
  }
  for (let at = placeOf(text, sought, 0); at >= 0; at = placeOf(text, sought, from)) {
    add(at, false)
    add(at + sought.length, true)
  }
  add(text.length, false)
  return parts
}

/** Where it stands; -1: nowhere, or a small letter of it takes another room than its capital. */
function placeOf(text: string, sought: string, from: number): number {
  const small = text.toLowerCase()
  if (sought === '' || small.length !== text.length) return -1
  return small.indexOf(sought.toLowerCase(), from)
}

/** What stands before the message: its time, its process and thread, the letter of its level. */
const head = /^[\d\-/ :.,+TZ]{8,}(?:\s*[VDIWEFA]\s)?/
/** Characters before a match that tell what it is about. */
const lead = 24

/** The part of a line that tells most of a hit: from shortly before what is sought, else its message. */
export function excerptOf(text: string, sought: string): string {
  const at = placeOf(text, sought, 0)
  const message = head.exec(text)?.[0].length ?? 0
  const begin = at < 0 ? message : at < message ? at : Math.max(message, at - lead)
  return begin > 0 && begin < text.length ? `…${text.slice(begin)}` : text
}
