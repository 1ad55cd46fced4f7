import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { judgedGate } from '../device/life.ts'
import { pushStates } from '../device/pushStates.ts'
import { clock } from '../device/window.ts'
import { itemStates } from '../device/taskItem.ts'
import { apkTracks } from './apk.ts'

/** The later ones are the stricter ones. */
export const appPolicies = ['ALLOWED', 'HIDDEN', 'MANDATORY', 'PROHIBITED'] as const
export type AppPolicy = (typeof appPolicies)[number]

/** Which version: the latest online, this one, this one or a later one, the latest of a track. */
export const versionRules = ['LATEST', 'FIXED', 'MIN', 'CHANNEL'] as const
export type VersionRule = (typeof versionRules)[number]

/** For whom within its organisation; the later ones are nearer to a terminal. */
export const policyScopes = ['SUBTREE', 'ORG', 'CLASSIFICATION', 'GROUP'] as const
export type PolicyScope = (typeof policyScopes)[number]

/** How terminals go about it. SILENT: at once; ASK: the user is asked; INQUIRE: when nobody is using it. */
export const updateModes = ['SILENT', 'ASK', 'INQUIRE'] as const

/** How a terminal stands to what a policy asks for. UNFIT: the version is not made for it. */
export const appStandings = ['OK', 'MISSING', 'OUTDATED', 'FORBIDDEN', 'UNFIT'] as const
export type AppStanding = (typeof appStandings)[number]

/**
 * Why a policy does not decide: it is farther from the terminal, weaker than another one as near, or
 * nearer and looser than what stands above it, which only gets stricter.
 */
export const overruledBecause = ['FARTHER', 'WEAKER', 'LOOSER'] as const
export type OverruledBecause = (typeof overruledBecause)[number]

/** FULL: everybody has it; STOPPED: too many failed, or somebody stopped it. */
export const releaseStates = ['RUNNING', 'PAUSED', 'FULL', 'STOPPED', 'ROLLED_BACK'] as const
export type ReleaseState = (typeof releaseStates)[number]

/** What people do with a release. */
export const releaseActs = ['widen', 'pause', 'resume', 'stop', 'rollback'] as const
export type ReleaseAct = (typeof releaseActs)[number]

/** Why a release stops by itself, as the keys of texts; its pushes stop with the same reason. */
export const releaseReasons = [
  'orgApk.stopped.errors',
  'orgApk.stopped.push',
  'orgApk.stopped.withdrawn',
  'orgApk.pausedWith',
  'push.ownerGone',
] as const

/** A share of a release, or its way back: to the version before, or to none. */
export const releasePurposes = ['FORTH', 'BACK', 'OFF'] as const

/** Shares that a release may pass through. */
export const mostReleaseSteps = 10

const fields = once(() =>
  z.object({
    name: f.title(),
    orgId: f.id(),
    appId: f.id(),
    policy: z.enum(appPolicies),
    versionRule: z._default(z.enum(versionRules), 'LATEST'),
    /** Of FIXED and MIN. */
    versionCode: f.optional(z.int().check(z.minimum(0))),
    /** Of CHANNEL. */
    track: f.optional(z.enum(apkTracks)),
    scopeKind: z._default(z.enum(policyScopes), 'SUBTREE'),
    groupId: f.optional(f.id()),
    classificationId: f.optional(f.id()),
    updateMode: z._default(z.enum(updateModes), 'SILENT'),
    /** Whether it is taken away from a terminal that the policy no longer speaks of. */
    uninstallWhenLeft: z._default(z.boolean(), false),
    /** What it gives leaves in these hours only, by the clock where each terminal is; none: in all. */
    windowFrom: f.optional(clock()),
    windowUntil: f.optional(clock()),
    /** Days of the week on which the hours begin, Monday is 1. */
    windowDays: z._default(
      z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
      [1, 2, 3, 4, 5, 6, 7],
    ),
    startAt: f.optional(f.moment()),
    endAt: f.optional(f.moment()),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    orgId: z.optional(f.id()),
    appId: z.optional(f.id()),
    policy: z.optional(z.enum(appPolicies)),
    scopeKind: z.optional(z.enum(policyScopes)),
    /** Those that some terminals do not comply with. */
    broken: z.optional(z.enum(['true'])),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  appName: z.string(),
  package: z.string(),
  icon: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  classificationName: z.nullable(z.string()),
  /** Terminals that it decides about, and those that comply; null: not counted yet. */
  devices: z.nullable(z.int()),
  compliant: z.nullable(z.int()),
  /** Of these terminals, those that the version is not made for. */
  unfit: z.nullable(z.int()),
  countedAt: z.nullable(f.moment()),
  releaseState: z.nullable(z.enum(releaseStates)),
  releasePercent: z.nullable(z.int()),
  /** The version that its code means, as people read it. */
  fixedName: z.nullable(z.string()),
}))

/** The path that the calls of policies share. */
export const orgApksPath = '/admin/app/v1/orgapk'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

const decider = once(() =>
  z.object({
    id: f.id(),
    /** Null: the reader does not see it. */
    name: z.nullable(z.string()),
    orgName: z.nullable(z.string()),
    policy: z.enum(appPolicies),
    scopeKind: z.enum(policyScopes),
  }),
)

const effective = once(() =>
  z.object({
    appId: f.id(),
    appName: z.string(),
    icon: z.nullable(z.string()),
    package: z.string(),
    policy: z.enum(appPolicies),
    versionRule: z.enum(versionRules),
    wantedId: z.nullable(f.id()),
    wantedCode: z.nullable(z.int()),
    wantedName: z.nullable(z.string()),
    /** Whether a release brings it, and it has reached this terminal. */
    isReleased: z.boolean(),
    installedCode: z.nullable(z.int()),
    installedName: z.nullable(z.string()),
    standing: z.enum(appStandings),
    /** The first gate that keeps the wanted version from this terminal, by its code; null: none does. */
    heldBackBy: z.nullable(z.string()),
    decidedBy: decider(),
    overruled: z.array(z.object({ ...decider().shape, because: z.enum(overruledBecause) })),
  }),
)
/** An application that a terminal has, as the platform knows it. */
const knownApp = once(() =>
  z.object({
    appId: f.id(),
    name: z.string(),
    icon: z.nullable(z.string()),
    package: z.string(),
    /** The version that is online; null: none is. */
    online: z.nullable(z.object({ apkId: f.id(), versionCode: z.int(), versionName: z.string() })),
  }),
)
export type KnownApp = z.output<ReturnType<typeof knownApp>>
export type EffectiveApp = z.output<ReturnType<typeof effective>>

const standingDevice = once(() =>
  z.object({
    /** The terminal's. */
    id: f.id(),
    sn: z.string(),
    modelName: z.string(),
    orgName: z.string(),
    installedName: z.nullable(z.string()),
    /** The code of what keeps the version from it now, else of what its last task ended with; null: nothing does. */
    why: z.nullable(z.string()),
    /** The last task that the policy gave it; null: none. */
    lastPushId: z.nullable(f.id()),
    lastNo: z.nullable(z.string()),
    lastState: z.nullable(z.enum(itemStates)),
  }),
)
export type StandingDevice = z.output<ReturnType<typeof standingDevice>>

const percent = () => z.int().check(z.minimum(1), z.maximum(100))

const release = once(() =>
  z.object({
    id: f.id(),
    apkId: f.id(),
    versionName: z.string(),
    versionCode: z.int(),
    state: z.enum(releaseStates),
    percent: percent(),
    steps: z.array(percent()),
    successPercent: percent(),
    errorPercent: percent(),
    minResults: z.int(),
    startedAt: f.moment(),
    widenedAt: f.moment(),
    endedAt: z.nullable(f.moment()),
    /** Terminals that it was brought to, those that took it, and those that failed or went back. */
    reached: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    /** The share that comes next; null: it has reached everybody. */
    nextPercent: z.nullable(percent()),
    /** Why it stopped by itself; null: it did not. */
    reason: z.nullable(z.enum(releaseReasons)),
    /** The tasks that came of it, the latest first. */
    pushes: z.array(
      z.object({
        id: f.id(),
        taskNo: z.string(),
        purpose: z.enum(releasePurposes),
        percent: z.nullable(percent()),
        state: z.enum(pushStates),
        size: z.int(),
      }),
    ),
  }),
)
export type Release = z.output<ReturnType<typeof release>>

/** Which applications terminals must have, may have, are not shown or must not have. */
export const orgApks = {
  ...recyclable(orgApksPath, 'ORGANIZATION_APK', { fields, filter, shown }),
  /** What of all policies holds for a terminal, application by application, and why. */
  effective: get(`${orgApksPath}/effective/{deviceId}`, 'ORGANIZATION_APK_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id() }),
    reply: z.object({
      sn: z.string(),
      apps: z.array(effective()),
      /** Of what is installed, the applications that the caller may name. */
      known: z.array(knownApp()),
    }),
  })),
  /** Whether a terminal could be brought the version of an application that is online: each gate of its tasks. */
  whyApp: get(`${orgApksPath}/why/{deviceId}/{appId}`, 'ORGANIZATION_APK_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id(), appId: f.id() }),
    reply: z.object({
      /** Null: none is online that the caller may see. */
      versionName: z.nullable(z.string()),
      /** In the order in which they are met; the code is what a task says where one is shut. */
      gates: z.array(z.object({ code: z.string(), passes: z.boolean() })),
      /** What a task of it waits for on its way to the terminal. */
      delivery: z.array(judgedGate()),
    }),
  })),
  /** How its terminals stood when they were counted last. */
  compliance: get(`${orgApksPath}/compliance/{id}`, 'ORGANIZATION_APK_DETAIL', () => ({
    ...withId(),
    reply: z.object({
      devices: z.int(),
      compliant: z.int(),
      missing: z.int(),
      outdated: z.int(),
      forbidden: z.int(),
      unfit: z.int(),
      countedAt: z.nullable(f.moment()),
    }),
  })),
  /** The terminals of one of these figures, and why each is among them. */
  standing: get(`${orgApksPath}/standing/page`, 'ORGANIZATION_APK_DETAIL', () => ({
    query: pageQuery(z.object({ policyId: f.id(), standing: z.enum(appStandings) })),
    reply: pageOf(standingDevice()),
  })),
  /** On how many terminals a mandatory policy would install something, before it is saved. */
  precheck: post(`${orgApksPath}/precheck`, 'ORGANIZATION_APK_DETAIL', () => ({
    body: z.strictObject({
      ...z.pick(fields(), {
        orgId: true,
        appId: true,
        versionRule: true,
        versionCode: true,
        track: true,
        scopeKind: true,
        groupId: true,
        classificationId: true,
      }).shape,
      /** The policy that is written anew; none: it is a new one. */
      id: z.optional(f.id()),
    }),
    reply: z.object({
      /** The version that it would bring; null: there is none. */
      versionName: z.nullable(z.string()),
      count: z.int(),
      /** There are more, which nobody counted. */
      capped: z.boolean(),
      /** A second person has to approve the task. */
      needsApproval: z.boolean(),
    }),
    unkept: true,
  })),
  /** Gives organisations the policies that another has for itself or for all below it. */
  copy: post(`${orgApksPath}/copy`, 'ORGANIZATION_APK_ADD', () => ({
    body: z.strictObject({
      fromOrgId: f.id(),
      orgIds: z.array(f.id()).check(z.minLength(1), z.maxLength(100)),
    }),
    /** `kept`: those whose application has a policy there already, or a stricter one above. */
    reply: z.object({ count: z.int(), kept: z.int() }),
  })),
  /** Its releases, the latest first. */
  releases: get(`${orgApksPath}/release/{id}`, 'ORGANIZATION_APK_DETAIL', () => ({
    ...withId(),
    reply: z.array(release()),
  })),
  /** Brings a version to a share of its terminals, and to more as long as enough of them run it. */
  release: post(`${orgApksPath}/release/{id}`, 'ORG_APK_RELEASE', () => ({
    ...withId(),
    body: z.strictObject({
      apkId: f.id(),
      /** Shares in percent, each larger than the one before; the last one is all. */
      steps: z.array(percent()).check(z.minLength(1), z.maxLength(mostReleaseSteps)),
      successPercent: z._default(percent(), 95),
      errorPercent: z._default(percent(), 5),
      minResults: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 10),
    }),
    reply: z.object({ id: f.id() }),
  })),
  /** How many terminals the next share of its latest release would bring it to, beyond those that it was brought to. */
  nextShare: get(`${orgApksPath}/share/{id}`, 'ORG_APK_RELEASE', () => ({
    ...withId(),
    reply: z.object({
      /** Null: it has reached everybody, or does not run. */
      percent: z.nullable(percent()),
      count: z.int(),
      /** There are more, which nobody counted. */
      capped: z.boolean(),
    }),
  })),
  steer: put(`${orgApksPath}/release/{id}/{act}`, 'ORG_APK_RELEASE', () => ({
    params: z.strictObject({ id: f.id(), act: z.enum(releaseActs) }),
    reply: z.object({ percent: percent(), state: z.enum(releaseStates) }),
  })),
}
export type OrgApk = RowOf<typeof orgApks>

/** Applications that a policy may name: also those that others offer to everybody. */
export const policyApps = {
  list: get(`${orgApksPath}/app/list`, 'ORGANIZATION_APK_LIST', () => ({
    query: z.strictObject({ keyword: z.optional(z.string()), id: z.optional(f.id()) }),
    reply: z.array(
      z.object({
        id: f.id(),
        name: z.string(),
        code: z.nullable(z.string()),
        /** Whose it is, where it is neither the reader's own nor of those above him: anybody may call his own so. */
        orgName: z.optional(z.string()),
      }),
    ),
  })),
  /** The versions of an application that terminals are or were offered, the latest first. */
  versions: get(`${orgApksPath}/app/versions/{id}`, 'ORGANIZATION_APK_LIST', () => ({
    ...withId(),
    reply: z.array(
      z.object({
        id: f.id(),
        versionCode: z.int(),
        versionName: z.string(),
        state: z.string(),
        track: z.enum(apkTracks),
      }),
    ),
  })),
}
