import * as z from 'zod/mini'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { imageName } from '../file/image.ts'
import { passwordPolicySchema } from '../system/passwordPolicy.ts'
import { site } from '../system/site.ts'
import { themeNames } from './theme.ts'
import { organizationsPath } from '../organization/organization.ts'

/** Domains that one organisation may have. */
const mostDomains = 10

/** The web host of a sign-in page, as browsers name it: lower case, other scripts in their ASCII form. */
const domain = () =>
  z
    .string()
    .check(
      z.trim(),
      z.overwrite(asciiHost),
      z.maxLength(253),
      z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/),
    )

function asciiHost(text: string): string {
  const address = `http://${text}/`
  if (/[/?#@:\\]/.test(text) || !URL.canParse(address)) return text
  return new URL(address).hostname
}

/** Where the proof of a domain stands: `_muster.bank.example`. */
export const proofHost = (name: string): string => `_muster.${name}`

/** What the TXT record of a domain must say. */
export const proofText = (token: string): string => `muster-verify=${token}`

/** The nine themes: the tenth of the spec's list is not one of a site. */
const siteThemes = once(() => z.enum(themeNames).check(z.refine((name) => name !== 'background')))

const shown01 = once(() => z.union([z.literal(0), z.literal(1)]))

/** What an organisation shows in place of what is above it; null: as above. */
const websiteShape = once(() => ({
  webName: f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  sideTitle: f.optional(shown01()),
  logo: f.optional(imageName()),
  favicon: f.optional(imageName()),
  background: f.optional(imageName()),
  copyright: f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(128))),
  themeName: f.optional(siteThemes()),
  /** Shown to whoever has not chosen a language. */
  language: f.optional(z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))),
  /** Whom to ask for help, at the foot of the sign-in page. */
  support: f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(128))),
  termsUrl: f.optional(f.webAddress()),
  privacyUrl: f.optional(f.webAddress()),
  /** The server that mails to its people go through, before those of MAILCONFIG that are as near. */
  mailServerId: f.optional(f.id()),
}))
export const customWebsite = once(() => z.object(websiteShape()))
export type CustomWebsite = z.output<ReturnType<typeof customWebsite>>
export type WebsiteField = keyof CustomWebsite

const version = once(() => z.int())

/** The name of the organisation that a value comes from; null: the platform. */
const origin = once(() => z.nullable(z.string()))

/** The own website part with what holds where it says nothing. */
const heldWebsite = once(() =>
  z.object({
    ...websiteShape(),
    inherited: z.array(
      z.object({
        field: z.string(),
        value: z.nullable(z.union([z.string(), z.number()])),
        from: origin(),
      }),
    ),
    id: z.nullable(f.id()),
    version: version(),
  }),
)

/** The own password policy, or the one of above while there is none, with the floor that above sets. */
const heldPolicy = once(() =>
  z.object({
    ...passwordPolicySchema().shape,
    /** Whether this organisation has a policy of its own. */
    isOwn: z.boolean(),
    /** The strictest of all above: nothing may be laxer. */
    above: passwordPolicySchema(),
    /** Who above has a policy, the platform left out. */
    from: z.array(z.string()),
    id: z.nullable(f.id()),
    version: version(),
  }),
)

export type HeldWebsite = z.output<ReturnType<typeof heldWebsite>>
export type HeldPolicy = z.output<ReturnType<typeof heldPolicy>>

const fields = once(() =>
  z.object({
    name: f.name(),
    orgId: f.id(),
    domains: z._default(z.array(domain()).check(z.maxLength(mostDomains)), []),
    remark: f.optional(f.text(500)),
  }),
)

const claim = once(() =>
  z.object({
    id: f.id(),
    domain: z.string(),
    token: z.string(),
    verifiedAt: z.nullable(f.moment()),
  }),
)
export type DomainClaim = z.output<ReturnType<typeof claim>>

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  claims: z.array(claim()),
  webName: z.nullable(z.string()),
  themeName: z.nullable(z.string()),
  language: z.nullable(z.string()),
  hasWebsite: z.boolean(),
  hasPolicy: z.boolean(),
}))

/** The two halves of a white label, each with its own permission. */
export const customParts = { website: 'CUSTOMIZE_WEBSITE', pwd: 'CUSTOMIZE_PWD' } as const
export type CustomPart = keyof typeof customParts

/** The path that the calls of white labels share. */
export const customizesPath = '/admin/user/v1/customize'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const affected = once(() => z.object({ count: z.int() }))

/** White labels: what an organisation and those below it show and ask for. */
export const customizes = {
  ...recyclable(customizesPath, 'CUSTOMIZE', { fields, filter, shown }),
  website: get(`${customizesPath}/website/{id}`, customParts.website, () => ({
    ...withId(),
    reply: heldWebsite(),
  })),
  saveWebsite: put(`${customizesPath}/website`, customParts.website, () => ({
    body: z.strictObject({ ...websiteShape(), id: f.id(), version: version() }),
    reply: heldWebsite(),
  })),
  policy: get(`${customizesPath}/pwd/{id}`, customParts.pwd, () => ({
    ...withId(),
    reply: heldPolicy(),
  })),
  savePolicy: put(`${customizesPath}/pwd`, customParts.pwd, () => ({
    body: z.strictObject({ ...passwordPolicySchema().shape, id: f.id(), version: version() }),
    reply: heldPolicy(),
    proof: true,
  })),
  /** Takes a part away, so that what is above holds again; asks for the part's own permission, too. */
  reset: del(`${customizesPath}/reset/{id}/{part}`, 'CUSTOMIZE_EDIT', () => ({
    params: z.strictObject({ id: f.id(), part: z.enum(['website', 'pwd']) }),
    reply: affected(),
    proof: true,
  })),
  /** Asks the DNS for the TXT record of one domain; `id` is the claim's. */
  verify: post(`${customizesPath}/domain/verify/{id}`, 'CUSTOMIZE_EDIT', () => ({
    ...withId(),
    reply: claim(),
  })),
  /** The site as its visitors would see it, whether or not a domain leads to it. */
  preview: get(`${customizesPath}/preview/{id}`, 'CUSTOMIZE_DETAIL', () => ({
    ...withId(),
    reply: site.init.schemas.reply,
  })),
}
export type Customize = RowOf<typeof customizes>

/** The path that the website parts of organisations are known by. */
export const orgWebsitePath = `${organizationsPath}/website`
/** The path that the password policies of organisations are known by. */
export const orgPolicyPath = `${organizationsPath}/pwd`

/** The website part of an organisation: the same record as the white label's. */
export const orgWebsite = {
  get: get(`${orgWebsitePath}/{id}`, 'ORG_WEBSITE', () => ({ ...withId(), reply: heldWebsite() })),
  save: put(`${orgWebsitePath}/{id}`, 'ORG_WEBSITE', () => ({
    ...withId(),
    body: z.strictObject({ ...websiteShape(), version: version() }),
    reply: heldWebsite(),
  })),
  reset: del(`${orgWebsitePath}/{id}`, 'ORG_WEBSITE', () => ({
    ...withId(),
    reply: heldWebsite(),
  })),
}

/** The password policy of an organisation: the same record as the white label's. */
export const orgPolicy = {
  get: get(`${orgPolicyPath}/{id}`, 'ORG_PWD', () => ({ ...withId(), reply: heldPolicy() })),
  save: put(`${orgPolicyPath}/{id}`, 'ORG_PWD', () => ({
    ...withId(),
    body: z.strictObject({ ...passwordPolicySchema().shape, version: version() }),
    reply: heldPolicy(),
    proof: true,
  })),
  reset: del(`${orgPolicyPath}/{id}`, 'ORG_PWD', () => ({
    ...withId(),
    reply: heldPolicy(),
    proof: true,
  })),
}
