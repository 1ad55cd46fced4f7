import * as z from 'zod/mini'
import { download, get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { logSpan } from '../log/actionLog.ts'
import { estateFilter, estateSpan, statGrains } from './estate.ts'
import { areaAsked } from './map.ts'
import { patchAge, versionKinds } from './version.ts'

/** What a document of figures is made as. */
export const documentFormats = ['pdf', 'xlsx'] as const

const look = once(() => ({
  format: z._default(z.enum(documentFormats), 'pdf'),
  /** The zone that its moments stand in, by its IANA name. */
  timeZone: z._default(z.string().check(z.maxLength(64)), 'UTC'),
}))

const document = <const S extends z.core.$ZodShape>(
  page: string,
  permission: string,
  shape: () => S,
) =>
  download(
    get(`/admin/stat/v1/${page}/document`, permission, () => ({
      query: z.strictObject({ ...shape(), ...look() }),
    })),
  )

const spanned = once(() => ({ ...estateFilter(), ...estateSpan() }))
const stepped = once(() => ({ ...spanned(), grain: z.optional(z.enum(statGrains)) }))
/** Of applications: that of one more. */
const appId = once(() => f.id())

/**
 * Pages of statistics as documents: the tables that their blocks show, cut to what the caller sees.
 * What they are asked with is what the address of the page says.
 */
export const figureDocuments = {
  device: document('device', 'STATISTICS_DEVICE', stepped),
  version: document('version', 'STATISTICS_VERSION', () => ({
    ...stepped(),
    ...patchAge(),
    kind: z._default(z.enum(versionKinds), 'FIRMWARE'),
    /** Of an application: its versions instead. */
    appId: z.optional(appId()),
  })),
  app: document('apk', 'STATISTICS_APK', () => ({ ...stepped(), appId: appId() })),
  use: document('deviceapk', 'STATISTICS_DEVICE_APK', () => ({
    ...spanned(),
    appId: z.optional(appId()),
  })),
  login: document('login', 'STATISTICS_DEVICE_LOGIN', () => ({
    ...logSpan(),
    orgId: z.optional(f.id()),
    modelId: z.optional(f.id()),
  })),
  map: document('map', 'STATISTICS_MAP', areaAsked),
  plan: document('plan', 'STATISTICS_PLAN', () => ({
    ...logSpan(),
    orgId: z.optional(f.id()),
  })),
}
