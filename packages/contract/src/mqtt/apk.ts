import * as z from 'zod/mini'
import { post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { packageName } from '../app/app.ts'
import { pushBody, pushPreview, pushRow } from '../device/push.ts'
import { decideCalls, editCalls, pushCalls } from './task.ts'

/** The path that the calls of application tasks share. */
export const mqttApksPath = '/admin/mqtt/v1/apk'

/** What must be so on a terminal before it installs; it judges that itself. */
export const installOptions = once(() =>
  z.strictObject({
    /** Downloads over Wi-Fi or cable only. */
    wifiOnly: z._default(z.boolean(), false),
    /** Least battery, in percent; not asked while it charges. */
    minBat: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    charger: z._default(z.boolean(), false),
    /** Nobody is using it. */
    idle: z._default(z.boolean(), false),
    /** Its user, or the application that runs, has said yes. */
    ask: z._default(z.boolean(), false),
    /** After so many refusals it asks no more, and installs. */
    maxRefuse: z.optional(z.int().check(z.minimum(0), z.maximum(20))),
    /** Waits for nothing of the above but Wi-Fi and battery. */
    force: z._default(z.boolean(), false),
    /** An older version may replace a newer one. */
    downgrade: z._default(z.boolean(), false),
    /** What is removed, or removed first, leaves its data there. */
    keepData: z._default(z.boolean(), false),
    /** It is what the terminal starts with from then on. */
    launcher: z._default(z.boolean(), false),
  }),
)
export type InstallOptions = z.output<ReturnType<typeof installOptions>>

const opt = once(() =>
  z._default(installOptions(), {
    wifiOnly: false,
    charger: false,
    idle: false,
    ask: false,
    force: false,
    downgrade: false,
    keepData: false,
    launcher: false,
  }),
)

/** What is done: a version is brought, or an application taken away. */
export const appWish = once(() =>
  z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('INSTALL'), apkId: f.id(), opt: opt() }),
    z.strictObject({ action: z.literal('UNINSTALL'), appId: f.id(), opt: opt() }),
    /** A package that the platform does not know: somebody has put it on the terminal past it. */
    z.strictObject({ action: z.literal('REMOVE_PACKAGE'), package: packageName(), opt: opt() }),
  ]),
)
export type AppWish = z.output<ReturnType<typeof appWish>>

/** Applications that one call may bring, one after the other. */
export const mostChained = 5

const body = once(() =>
  z.strictObject({
    want: appWish(),
    /** What follows, in this order: each terminal gets it as soon as what comes before it is done there. */
    next: z._default(z.array(appWish()).check(z.maxLength(mostChained - 1)), []),
    ...pushBody(),
  }),
)

/** Applications brought to many terminals, or taken away. */
export const mqttApks = {
  ...pushCalls(mqttApksPath, 'MQTT_APK'),
  ...decideCalls(mqttApksPath, 'MQTT_APK_APPROVE'),
  ...editCalls(mqttApksPath, 'MQTT_APK_ADD'),
  /** How many terminals it is about, and which it passes by; nothing is given. */
  precheck: post(`${mqttApksPath}/precheck`, 'MQTT_APK_ADD', () => ({
    body: body(),
    reply: pushPreview(),
  })),
  /** Answers the first of those that follow each other. `force`, `downgrade` and `launcher` ask for rights of their own. */
  add: post(`${mqttApksPath}/add`, 'MQTT_APK_ADD', () => ({ body: body(), reply: pushRow() })),
  /** Brings the version before to all terminals that a push has reached. */
  rollBack: post(`${mqttApksPath}/rollback/{id}`, 'MQTT_APK_DOWNGRADE', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: pushRow(),
  })),
}
