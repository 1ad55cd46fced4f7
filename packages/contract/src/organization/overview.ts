import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { userStates } from '../user/user.ts'
import { organizationsPath } from './organization.ts'

const ofOrganization = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** An organisation at a glance; whatever is counted is what the caller sees of it. */
export const organizationOverview = {
  overview: get(`${organizationsPath}/overview/{id}`, 'ORGANIZATION_DETAIL', () => ({
    ...ofOrganization(),
    reply: z.object({
      /** Those above, the highest first. */
      above: z.array(z.object({ id: f.id(), name: z.string() })),
      /** Terminals of the subtree that are connected. */
      online: z.int(),
      /** Users of the subtree. */
      users: z.int(),
      /** Organisations below this one. */
      below: z.int(),
      /** Terminals of the subtree that take a place of its quota. */
      places: z.int(),
      /** The smallest quota of this organisation and those above; null: none has one. */
      limit: z.nullable(z.int()),
    }),
  })),
}
export type OrganizationOverview = z.output<typeof organizationOverview.overview.schemas.reply>

const user = once(() =>
  z.object({
    id: f.id(),
    userName: z.string(),
    realName: z.string(),
    email: z.nullable(z.string()),
    orgName: z.string(),
    roleNames: z.array(z.string()),
    state: z.enum(userStates),
    lastSignInAt: z.nullable(f.moment()),
  }),
)
export type OrganizationUser = z.output<ReturnType<typeof user>>

/** Who belongs to an organisation or to one below it. */
export const organizationUsers = {
  page: get(`${organizationsPath}/user/{id}`, 'ORG_USER', () => ({
    ...ofOrganization(),
    query: pageQuery(
      z.object({
        /** `1`: nobody of those below. */
        own: z.optional(z.enum(['1'])),
        state: z.optional(z.enum(userStates)),
      }),
    ),
    reply: pageOf(user()),
  })),
}
