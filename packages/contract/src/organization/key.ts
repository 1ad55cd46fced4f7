import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { organizationKeysPath } from './organization.ts'

/** Keys beside those that terminals enrol with. The secret of a webhook is made here; the others are told. */
export const keyKinds = ['WEBHOOK', 'APP_SIGNING', 'RKI'] as const
export type KeyKind = (typeof keyKinds)[number]

/** Kinds for features that are still to come: they are kept, and nothing reads them yet. */
export const unusedKeyKinds: readonly KeyKind[] = ['WEBHOOK', 'APP_SIGNING', 'RKI']

const ofOrganization = { params: z.strictObject({ id: f.id() }) } as const
const reference = () => f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(256)))
/** Of a key that somebody else has made: write-only. */
const givenSecret = () =>
  secret(f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(4096))))

const key = z.object({
  id: f.id(),
  kind: z.enum(keyKinds),
  alias: z.string(),
  reference: z.nullable(z.string()),
  hasSecret: z.boolean(),
  createdAt: f.moment(),
  /** When the key that was replaced ends; null: this is the one in use. */
  expiresAt: z.nullable(f.moment()),
})
export type OrganizationKey = z.output<typeof key>

/** Told once, where it was made here. */
const made = z.object({ id: f.id(), secret: secret(z.nullable(z.string())) })

/** An organisation's keys by kind and alias; `enrolmentKeys.revoke` takes these away, too. */
export const organizationKeys = {
  list: get(`${organizationKeysPath}/{id}/named`, 'ORG_KEYS', {
    ...ofOrganization,
    reply: z.array(key),
  }),
  add: post(`${organizationKeysPath}/{id}/named`, 'ORG_KEYS', {
    ...ofOrganization,
    body: z.strictObject({
      kind: z.enum(keyKinds),
      alias: f.code(),
      reference: reference(),
      secret: givenSecret(),
    }),
    reply: made,
    proof: true,
  }),
  /** Another key in place of this one, an enrolment key included; both hold for some hours. */
  rotate: put(`${organizationKeysPath}/rotate/{id}`, 'ORG_KEYS_ROTATE', {
    params: z.strictObject({ id: f.id() }),
    body: z.strictObject({
      overlapHours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 24),
      reference: reference(),
      secret: givenSecret(),
    }),
    reply: made,
    proof: true,
  }),
}
