import { parseArgs } from 'node:util'

/** Whole numbers from the command line: `--rows 1000000`; what is not given stays as it is here. */
export function readNumbers<K extends string>(
  defaults: Readonly<Record<K, number>>,
): Record<K, number> {
  const numbers: Record<K, number> = { ...defaults }
  // Object.keys forgets that its keys are the type's.
  const names = Object.keys(defaults) as K[]
  const options = Object.fromEntries(
    [...names, ...texts].map((name) => [name, { type: 'string' as const }]),
  )
  const { values } = parseArgs({ options })
  for (const name of names) {
    const given = values[name]
    if (typeof given === 'string') numbers[name] = wholeNumber(name, given)
  }
  return numbers
}

const texts = ['keep', 'only', 'buffers'] as const

/** A text from the command line, e.g. `--keep <folder>`. */
export function readText(name: (typeof texts)[number]): string | undefined {
  const place = process.argv.indexOf(`--${name}`)
  return place < 0 ? undefined : process.argv[place + 1]
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above 0`)
  return value
}
