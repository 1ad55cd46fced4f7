import * as z from 'zod/mini'
import { del, get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { organizationKeysPath } from './organization.ts'

/** Enrolment keys of an organisation: what its terminals show at their first contact. */
export const enrolmentKeys = {
  list: get(`${organizationKeysPath}/{id}`, 'ORG_KEYS', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.array(
      z.object({
        id: f.id(),
        createdAt: f.moment(),
        expiresAt: f.moment(),
        maxUses: z.int(),
        uses: z.int(),
      }),
    ),
  })),
  /** Makes a key; the token is shown in this answer only. */
  add: post(`${organizationKeysPath}/{id}`, 'ORG_KEYS', () => ({
    params: z.strictObject({ id: f.id() }),
    body: z.strictObject({
      maxUses: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1000),
      validDays: z._default(z.int().check(z.minimum(1), z.maximum(365)), 30),
    }),
    reply: z.object({ id: f.id(), token: secret(z.string()) }),
    proof: true,
  })),
  revoke: del(`${organizationKeysPath}/{id}`, 'ORG_KEYS', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({ count: z.int() }),
  })),
}
