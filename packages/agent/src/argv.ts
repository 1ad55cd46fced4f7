import * as z from 'zod/mini'

const holes = /\{([a-zA-Z]+)\}/g

/** A program and its arguments, as they are handed to the system: no shell reads them. */
export const argv = (allowed: readonly string[]) =>
  z
    .array(z.string().check(z.minLength(1, 'must not be empty')), 'must be a list of arguments')
    .check(
      z.minLength(1, 'must name a program'),
      z.refine((words) => words.every(isWhole), {
        error: 'a placeholder must be an argument of its own, like "{file}"',
      }),
      z.refine((words) => words.every((word) => unknownIn(word, allowed) === undefined), {
        error: ({ input }) => {
          const words: readonly unknown[] = Array.isArray(input) ? input : []
          const bad = words.map((word) => unknownIn(String(word), allowed)).find(Boolean)
          const known = allowed.map((name) => `{${name}}`).join(', ')
          return `{${bad}} is no placeholder here; ${known ? `known: ${known}` : 'there is none'}`
        },
      }),
    )

const isWhole = (word: string): boolean =>
  [...word.matchAll(holes)].every(([found]) => found === word)

const unknownIn = (word: string, allowed: readonly string[]): string | undefined =>
  [...word.matchAll(holes)].map(([, name = '']) => name).find((name) => !allowed.includes(name))

/** A word of a program with its placeholder filled in. */
export const filled = (word: string, values: Readonly<Record<string, string>>): string =>
  /^\{[a-zA-Z]+\}$/.test(word) ? (values[word.slice(1, -1)] ?? '') : word
