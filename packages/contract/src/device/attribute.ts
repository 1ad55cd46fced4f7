import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'

/** What people keep of a record besides, by names of their own. */
const attribute = once(() =>
  z.strictObject({
    name: f.text(64).check(z.minLength(1)),
    value: f.text(255),
  }),
)

/** So many of them a record has. */
export const mostKeptAttributes = 50

export const keptAttributes = () =>
  z._default(z.array(attribute()).check(z.maxLength(mostKeptAttributes)), [])
