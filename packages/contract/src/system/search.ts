import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { pushKinds } from '../device/pushStates.ts'

/** How many records of a kind a search shows. */
export const searchLimit = 8

/** What else is found by its name. */
export const searchedKinds = [
  'station',
  'group',
  'plan',
  'version',
  'template',
  'repair',
  'vendor',
] as const
export type SearchedKind = (typeof searchedKinds)[number]

const found = once(() => ({ id: f.id(), orgName: z.string() }))

/** Records of any kind by a few letters, as far as the caller may see them. */
export const search = get('/admin/system/v1/search', 'signedIn', () => ({
  query: z.strictObject({
    keyword: z.string().check(z.trim(), z.minLength(2), z.maxLength(64)),
  }),
  reply: z.object({
    /**
     * Terminals whose serial number begins so; then those that have each word, of which one must
     * have three letters, anywhere in their serial number, name or terminal id; then those at the
     * stations that are found.
     */
    devices: z.array(z.object({ ...found(), sn: z.string(), name: z.nullable(z.string()) })),
    /** Users with a name, or a word of one, that begins so. */
    users: z.array(z.object({ ...found(), userName: z.string(), realName: z.string() })),
    /** Organisations with the text in their name or code. */
    organizations: z.array(z.object({ id: f.id(), name: z.string(), code: z.string() })),
    /** Models with the text in their name or code. */
    models: z.array(z.object({ id: f.id(), name: z.string(), vendorName: z.string() })),
    /** Applications with the text in their name or package. */
    apps: z.array(z.object({ ...found(), name: z.string(), package: z.string() })),
    /** Policies with the text in their name. */
    policies: z.array(z.object({ ...found(), name: z.string(), appName: z.string() })),
    /** Banners with the text in their title. */
    banners: z.array(z.object({ ...found(), title: z.string() })),
    /** Tasks with the text, of three letters at least, in their number or title, the latest first. */
    tasks: z.array(
      z.object({ ...found(), taskNo: z.string(), title: z.string(), kind: z.enum(pushKinds) }),
    ),
    /**
     * Records of other kinds with the text, of three letters at least, in their name, number or
     * code; `detail` is the number, code or version beside the name, empty where there is none.
     */
    records: z.array(
      z.object({
        kind: z.enum(searchedKinds),
        id: f.id(),
        name: z.string(),
        detail: z.string(),
      }),
    ),
  }),
}))
