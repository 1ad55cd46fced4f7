import * as z from 'zod/mini'
import { down, up } from '../core/deviceMessage.ts'
import { once } from '../core/once.ts'
import { secret } from '../core/secret.ts'
import { upgradeParts } from '../upgrade/parts.ts'
import { count, epoch, isResult, percent, short } from './messageParts.ts'
import { installSteps } from './pushStates.ts'
import { taskKinds } from './taskKinds.ts'
import { reportedStates } from './taskItem.ts'
import { appSources, deferReasons } from './taskSteps.ts'

/** Bytes of a file; beyond what a column of four bytes holds. */
const bytes = () => z.int().check(z.minimum(0))
/** Android's long version code. */
const versionCode = () => z.int().check(z.minimum(0))
const packageName = () => z.string().check(z.minLength(1), z.maxLength(128))
const sha256 = () => z.string().check(z.regex(/^[0-9a-f]{64}$/))
const wallTime = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** Applications that one U-APPS has room for. */
const mostApps = 300

/** An application as it is installed. */
const installedApp = once(() =>
  z.object({
    /** Package. */
    p: packageName(),
    /** Version code: the higher, the newer. */
    vc: versionCode(),
    /** Version as people read it. */
    vn: z.optional(short()),
    /** Where it comes from. */
    src: z.optional(z.enum(appSources)),
    /** The first eight bytes of the SHA-256 of its signer's certificate, hexadecimal. */
    sig8: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
    /** Bytes that it takes. */
    size: z.optional(bytes()),
    /** When it was first installed, epoch milliseconds. */
    inst: z.optional(epoch()),
    /** When it was last updated, epoch milliseconds. */
    upd: z.optional(epoch()),
    /** Whether it is enabled; so it is unless said. */
    en: z.optional(z.boolean()),
  }),
)
export type InstalledApp = z.output<ReturnType<typeof installedApp>>

/** How an application was used on one day, up to the moment of the count. */
const usedApp = once(() =>
  z.object({
    /** Package. */
    p: packageName(),
    /** Version code that was used last. */
    vc: z.optional(versionCode()),
    /** How often it was opened. */
    n: count(),
    /** Minutes in the foreground. */
    min: z.int().check(z.minimum(0), z.maximum(1440)),
    /** Kilobytes that it sent and received. */
    kb: z.optional(bytes()),
    /** How often it crashed. */
    cr: z.optional(count()),
    /** How often it did not answer (ANR). */
    anr: z.optional(count()),
    /** When it was used last, epoch milliseconds. */
    last: z.optional(epoch()),
    /** How often it was opened in each hour of the day, the first from midnight on. */
    h: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(32_767))).check(z.length(24))),
  }),
)

const usedDay = once(() =>
  z.object({
    /** The day by the terminal's own clock, `2026-11-26`. */
    day: z.string().check(z.iso.date()),
    /** When it counted, epoch milliseconds: a later count of the day takes the place of an earlier one. */
    at: epoch(),
    /** Applications that were there `{p, vc, n, min, kb, cr, anr, last, h}`; one that nobody opened with 0. */
    apps: z.array(usedApp()).check(z.maxLength(mostApps)),
  }),
)
export type UsedDay = z.output<ReturnType<typeof usedDay>>

/** Days that one U-APPS tells the use of. */
const mostUsedDays = 7

/** U-APPS: what is installed; the whole list after a start and once a day, else what changed. */
export const inventory = up('apps', () =>
  z.object({
    /** Whether this is the whole list: what it leaves out is not installed. */
    full: z.boolean(),
    /** What the whole list comes to now: the terminal's own SHA-256 over it, the same for the same list. */
    hash: sha256(),
    /** `hash` of the list that this changes, where it is not the whole list. */
    base: z.optional(sha256()),
    /** Applications `{p, vc, vn, src, sig8, size, inst, upd, en}`: package, version code and name, source, signer, bytes, when it was installed and updated, whether it is enabled. */
    apps: z.array(installedApp()).check(z.maxLength(mostApps)),
    /** Packages that are not installed any more, where this is not the whole list. */
    gone: z.optional(z.array(packageName()).check(z.maxLength(mostApps))),
    /** How applications were used, by days `{day, at, apps}`: yesterday and today at least, beside the list or, where nothing of that changed, with `full: false` and no application in it. */
    usage: z.optional(z.array(usedDay()).check(z.maxLength(mostUsedDays))),
  }),
)

const refusedParam = once(() =>
  z.object({
    /** Its name. */
    p: z.string().check(z.minLength(1), z.maxLength(128)),
    // It may tell the value.
    why: secret(short(200)),
  }),
)

/** U-TASK: each step of a command; the topic ends in the item's id. */
export const taskReport = up('task/:itemId', () =>
  z.object({
    /** The command's item, the same as in the topic. */
    item: z.string().check(z.uuid()),
    /** How far it has come. */
    state: z.enum(reportedStates),
    /** Progress of `RUNNING`. */
    pct: z.optional(percent()),
    /** What it is at while it is `RUNNING`. */
    step: z.optional(z.enum(installSteps)),
    /** Bytes of the file that it has. */
    bytes: z.optional(bytes()),
    /** Kilobytes a second of its download. */
    kbps: z.optional(count()),
    /** Why it is `DEFERRED`. */
    reason: z.optional(z.enum(deferReasons)),
    /** When it means to come to it, epoch milliseconds, where it knows. */
    until: z.optional(epoch()),
    /** Error code that the command ends with. */
    code: z.optional(short(8)),
    /** A sentence for a person. */
    msg: z.optional(short(500)),
    /** What a command found out, with `SUCCESS`: at most 32 numbers, truths and texts. */
    result: z.optional(
      z.record(short(32), z.unknown()).check(z.refine(isResult, 'at most 32 plain members')),
    ),
    /** Parameters `{p, why}` that the application did not take, each with a sentence for a person, with P309. */
    refused: z.optional(z.array(refusedParam()).check(z.maxLength(50))),
    /** When it happened, epoch milliseconds of the terminal's clock. */
    at: epoch(),
    /** `attempt` of the command that this answers. */
    attempt: z.optional(count()),
  }),
)

/** The file that belongs to a task. */
export const artifact = once(() =>
  z.object({
    /** What `POST /device/v1/download/ticket` takes. */
    ticket: short(),
    /** Bytes. */
    size: bytes(),
    /** SHA-256 of the file, lower-case hexadecimal. */
    sha256: sha256(),
    /** Its name. */
    name: short(255),
  }),
)
export type Artifact = z.output<ReturnType<typeof artifact>>

/** When a terminal may install, in its own time; over midnight where `t` is earlier than `f`. */
const taskWindow = once(() =>
  z.object({
    /** Days of the week, 1: Monday; every day unless said. */
    d: z.optional(z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7))),
    f: wallTime(),
    t: wallTime(),
  }),
)
export type TaskWindow = z.output<ReturnType<typeof taskWindow>>

/** What must be so before a terminal installs; what is left out does not matter. */
export const taskOptions = once(() =>
  z.object({
    /** One of these windows is open; hours that its clock leaps over come as soon as it has leapt. */
    win: z.optional(z.array(taskWindow()).check(z.maxLength(14))),
    /** Downloads over Wi-Fi or cable only. */
    wifiOnly: z.optional(z.boolean()),
    /** Least battery, in percent; not asked while it charges. */
    minBat: z.optional(percent()),
    /** It charges. */
    charger: z.optional(z.boolean()),
    /** Nobody is using it. */
    idle: z.optional(z.boolean()),
    /** Its user, or the application that runs, has said yes; no answer is not yes. */
    ask: z.optional(z.boolean()),
    /** After so many refusals it asks no more, and installs. */
    maxRefuse: z.optional(z.int().check(z.minimum(0), z.maximum(20))),
    /** Waits for nothing of the above but Wi-Fi and battery. */
    force: z.optional(z.boolean()),
    /** From then on as with `force`, epoch milliseconds. */
    deadline: z.optional(epoch()),
    /** An older version may replace a newer one. */
    downgrade: z.optional(z.boolean()),
    /** The application is started anew when it has its values. */
    restart: z.optional(z.boolean()),
    /** The version that is there is uninstalled first, with its data unless `keepData` says otherwise. */
    uninstallFirst: z.optional(z.boolean()),
    /** What is uninstalled leaves its data there: an application of that package finds it again. */
    keepData: z.optional(z.boolean()),
    /** It is what the terminal starts with from then on, until it is told otherwise. */
    launcher: z.optional(z.boolean()),
  }),
)
export type TaskOptions = z.output<ReturnType<typeof taskOptions>>

/** What an upgrade replaces, and by what. */
const upgrade = once(() =>
  z.object({
    /** Part of the terminal. */
    part: z.enum(upgradeParts),
    /** Version that it has then, as U-INFO tells it. */
    version: short(),
    /** A differential one is put upon one of these versions, and upon no other. */
    from: z.optional(z.array(short()).check(z.maxLength(50))),
    /** Megabytes that must be free; twice the file unless said. */
    freeMb: z.optional(count()),
    /** Whether the terminal restarts to run it. */
    reboot: z.optional(z.boolean()),
  }),
)
export type UpgradeNotice = z.output<ReturnType<typeof upgrade>>

/** D-TASK: there is work, with a file to fetch or without. */
export const taskNotice = down('task', () =>
  z.object({
    /** The task's item: what reports name. */
    item: z.string().check(z.uuid()),
    /** What to do. */
    kind: z.enum(taskKinds),
    /** What it is, for a person. */
    title: short(128),
    /** File to fetch `{ticket, size, sha256, name}`: what the download asks for, bytes, SHA-256 in lower-case hexadecimal, name. */
    artifact: z.optional(artifact()),
    /** Package of an application, or of its parameters. */
    pkg: z.optional(packageName()),
    /** Of `UPGRADE` `{part, version, from, freeMb, reboot}`: what is replaced, by which version, upon which ones, megabytes that must be free, whether the terminal restarts. It ends with `SUCCESS` when the terminal runs the new version and has found itself well, `result: {"health": "ok"}`. */
    upgrade: z.optional(upgrade()),
    /** Version code that it is to have then. */
    vc: z.optional(versionCode()),
    /** The same as people read it. */
    vn: z.optional(short()),
    /** What must be so first, see the table of options. */
    opt: taskOptions(),
    /** Rises when the server starts the same task over. */
    attempt: z.int(),
  }),
)

/** D-CANCEL: leave this be. A terminal that has begun to install, or to do what it was told, goes on, and says how it ended. */
export const cancelNotice = down('cancel', () =>
  z.object({
    /** Item of the task or command. */
    item: z.string().check(z.uuid()),
    /** Which attempt at it. */
    attempt: z.int(),
    /** Error code that says why: `S602`, somebody called it off. */
    reason: short(8),
  }),
)
