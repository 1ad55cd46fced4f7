import * as z from 'zod/mini'

/** A word that people mark terminals with. */
export const tag = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(32), z.regex(/^[^,;"]*$/))
/** So many of them a terminal bears. */
export const mostTags = 20
