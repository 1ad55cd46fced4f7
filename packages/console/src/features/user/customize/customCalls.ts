import { type Call, customizes, fillPath, orgPolicy, orgWebsite } from '@muster/contract'
import type * as z from 'zod/mini'

/** The calls of one part of one white label, their paths filled: a setting like any other. */
export interface PartCalls<H, F> {
  readonly get: Call<{ readonly reply: z.ZodMiniType<H> }>
  readonly save: Call<{
    readonly body: z.ZodMiniType<unknown, F>
    readonly reply: z.ZodMiniType<H>
  }>
}

const at = <C extends Call>(call: C, id: string): C => ({
  ...call,
  path: fillPath(call.path, { id }),
})

/** The website part by its white label. */
export const websiteOf = (id: string) => ({
  get: at(customizes.website, id),
  save: customizes.saveWebsite,
})

/** The password policy by its white label. */
export const policyOf = (id: string) => ({
  get: at(customizes.policy, id),
  save: customizes.savePolicy,
})

/** The website part by its organisation. */
export const websiteOfOrganization = (id: string) => ({
  get: at(orgWebsite.get, id),
  save: at(orgWebsite.save, id),
})

/** The password policy by its organisation. */
export const policyOfOrganization = (id: string) => ({
  get: at(orgPolicy.get, id),
  save: at(orgPolicy.save, id),
})
