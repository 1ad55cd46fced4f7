import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { organizationsPath } from './organization.ts'

/** Pages that an organisation shows at sign-in and on its terminals. */
export const pageNames = ['terms', 'privacy', 'help', 'about'] as const
export type PageName = (typeof pageNames)[number]

/** Where anybody reads a page of an organisation; without a language in that of the browser. */
export const pagePath = '/pages/{id}/{page}'

const page = once(() =>
  z.object({
    language: z.string(),
    languageName: z.string(),
    direction: z.string(),
    /** Its own; empty where it has none in this language. */
    html: z.string(),
    /** How often it was saved. */
    version: z.int(),
    /** The nearest organisation above that has one; its name where the reader sees it. */
    above: z.nullable(z.object({ name: z.nullable(z.string()) })),
  }),
)
export type OrganizationPage = z.output<ReturnType<typeof page>>

/** The path that the pages of organisations are known by. */
export const organizationPagesPath = `${organizationsPath}/html`
const onePage = `${organizationPagesPath}/{id}/{page}`
const params = once(() => z.strictObject({ id: f.id(), page: z.enum(pageNames) }))

/** The pages of an organisation in each language, which its subtree inherits. */
export const organizationPages = {
  get: get(onePage, 'ORG_HTML', () => ({ params: params(), reply: z.array(page()) })),
  /** What is not plain text, lists, tables and links is taken out; the answer says what was kept. */
  save: put(onePage, 'ORG_HTML', () => ({
    params: params(),
    body: z.strictObject({
      language: z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/)),
      html: z.string().check(z.trim(), z.maxLength(200_000)),
      version: z.int(),
    }),
    reply: z.array(page()),
  })),
}
