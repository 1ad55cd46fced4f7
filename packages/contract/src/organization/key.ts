import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { ed25519Form } from '../core/formats.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { organizationKeysPath } from './organization.ts'

/**
 * Keys beside those that terminals enrol with. `WEBHOOK`: a secret that is made here and signs what is told to
 * the organisation's API clients, beside each client's own. `APP_SIGNING`: a public key that packages of its
 * applications and upgrades may be signed with. `RKI`: a profile at a key host, which the command RKI names by its alias.
 */
export const keyKinds = ['WEBHOOK', 'APP_SIGNING', 'RKI'] as const
export type KeyKind = (typeof keyKinds)[number]

const ofOrganization = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const reference = () => f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(256)))

/** What the reference of a key that lies elsewhere looks like. */
export const keyReferences: Readonly<Record<Exclude<KeyKind, 'WEBHOOK'>, RegExp>> = {
  /** An Ed25519 key as PEM has it between its first and its last line. */
  APP_SIGNING: new RegExp(`^${ed25519Form}$`),
  /** As the command RKI names a profile. */
  RKI: /^[A-Za-z0-9_.-]{1,64}$/,
}

const key = once(() =>
  z.object({
    id: f.id(),
    kind: z.enum(keyKinds),
    alias: z.string(),
    reference: z.nullable(z.string()),
    hasSecret: z.boolean(),
    createdAt: f.moment(),
    /** When the key that was replaced ends; null: this is the one in use. */
    expiresAt: z.nullable(f.moment()),
  }),
)
export type OrganizationKey = z.output<ReturnType<typeof key>>

/** Told once, where it was made here. */
const made = once(() => z.object({ id: f.id(), secret: secret(z.nullable(z.string())) }))

/** An organisation's keys by kind and alias; `enrolmentKeys.revoke` takes these away, too. */
export const organizationKeys = {
  list: get(`${organizationKeysPath}/{id}/named`, 'ORG_KEYS', () => ({
    ...ofOrganization(),
    reply: z.array(key()),
  })),
  add: post(`${organizationKeysPath}/{id}/named`, 'ORG_KEYS', () => ({
    ...ofOrganization(),
    body: z.strictObject({
      kind: z.enum(keyKinds),
      alias: f.code(),
      reference: reference(),
    }),
    reply: made(),
    proof: true,
  })),
  /** Another key in place of this one, an enrolment key included; both hold for some hours. */
  rotate: put(`${organizationKeysPath}/rotate/{id}`, 'ORG_KEYS_ROTATE', () => ({
    params: z.strictObject({ id: f.id() }),
    body: z.strictObject({
      overlapHours: z._default(z.int().check(z.minimum(0), z.maximum(720)), 24),
      reference: reference(),
    }),
    reply: made(),
    proof: true,
  })),
}
