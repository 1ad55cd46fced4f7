import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'

/** Whose records somebody sees: everybody's, his organisation's, those of some chosen ones, or his own. */
export const scopeKinds = ['ALL', 'OWN_ORG_AND_BELOW', 'OWN_ORG', 'CUSTOM', 'SELF'] as const
export type ScopeKind = (typeof scopeKinds)[number]

const ids = (most: number) => z._default(z.array(f.id()).check(z.maxLength(most)), [])

/** A data scope as it is given: its kind, the organisations of CUSTOM, and what cuts all kinds. */
export const dataScope = once(() =>
  z.strictObject({
    kind: z.enum(scopeKinds),
    organizations: z._default(
      z.array(z.strictObject({ orgId: f.id(), withBelow: z.boolean() })).check(z.maxLength(500)),
      [],
    ),
    /** Only what these vendors made; none named means any. */
    vendorIds: ids(200),
    /** Only these models; none named means any. */
    modelIds: ids(200),
  }),
)
export type GivenScope = z.output<ReturnType<typeof dataScope>>

const named = once(() => z.object({ id: f.id(), name: z.string() }))

/** A data scope as it is read, with the names of what it names. */
export const shownScope = once(() =>
  z.object({
    kind: z.enum(scopeKinds),
    organizations: z.array(z.object({ orgId: f.id(), withBelow: z.boolean(), name: z.string() })),
    vendors: z.array(named()),
    models: z.array(named()),
  }),
)
export type ShownScope = z.output<ReturnType<typeof shownScope>>
