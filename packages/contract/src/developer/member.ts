import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { del, get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'

/**
 * What somebody is to a developer beside the account that acts for him. MANAGER: acts for him, too, and is told what
 * that account is told; MEMBER: sees his entry and what is there for developers, and changes nothing.
 */
export const developerRoles = ['MANAGER', 'MEMBER'] as const
export type DeveloperRole = (typeof developerRoles)[number]

/** People of one developer at most. */
export const mostDeveloperMembers = 100

const member = once(() =>
  z.object({
    accountId: f.id(),
    userName: z.string(),
    realName: z.string(),
    role: z.enum(developerRoles),
    /** Since when he is one. */
    since: f.moment(),
  }),
)
export type DeveloperMember = z.output<ReturnType<typeof member>>

/** The path that the calls of the members of developers share. */
export const developerMembersPath = '/admin/developer/v1/member'
const ofDeveloper = once(() => z.strictObject({ id: f.id() }))

/** Who works for a developer, each with a role. */
export const developerMembers = {
  list: get(`${developerMembersPath}/list/{id}`, 'APP_DEV_MEMBER_LIST', () => ({
    params: ofDeveloper(),
    reply: z.array(member()).check(z.maxLength(mostDeveloperMembers)),
  })),
  /** Makes an account a member, or gives a member another role. */
  save: put(`${developerMembersPath}/save/{id}`, 'APP_DEV_MEMBER_EDIT', () => ({
    params: ofDeveloper(),
    body: z.strictObject({ accountId: f.id(), role: z.enum(developerRoles) }),
    reply: batchReply(),
  })),
  remove: del(`${developerMembersPath}/delete/{id}/{accountId}`, 'APP_DEV_MEMBER_DELETE', () => ({
    params: z.strictObject({ id: f.id(), accountId: f.id() }),
    reply: batchReply(),
  })),
}
