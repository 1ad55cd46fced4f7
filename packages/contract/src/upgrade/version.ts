import * as z from 'zod/mini'
import { packageSignature } from '../app/packageFacts.ts'
import { batchReply } from '../core/batch.ts'
import { download, get, post, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { upgradeParts } from './parts.ts'
import { versionStates } from './versionStates.ts'

/** For whom a version is. */
export const versionChannels = ['STABLE', 'BETA', 'HOTFIX'] as const
export type VersionChannel = (typeof versionChannels)[number]

/** Versions that one may be built upon, or must not be reached from. */
const mostFromVersions = 50
/** Other parts that a version may need. */
export const mostNeeds = 10

/** A version as its maker writes it, and as terminals tell it. */
const versionName = () => f.text(64).check(z.minLength(1))
const versionNames = () =>
  z._default(z.array(versionName()).check(z.maxLength(mostFromVersions)), [])

/** Another part that must be there, of which version at least. */
const need = once(() => z.strictObject({ kind: z.enum(upgradeParts), version: versionName() }))
export type VersionNeed = z.output<ReturnType<typeof need>>

const fields = once(() =>
  z.object({
    orgId: f.id(),
    name: f.name(),
    kind: z.enum(upgradeParts),
    vendorId: f.id(),
    modelIds: z.array(f.id()).check(z.minLength(1), z.maxLength(100)),
    versionName: versionName(),
    /** A differential one is put upon what is there: one of `fromVersions`. */
    isDiff: z._default(z.boolean(), false),
    fromVersions: versionNames(),
    /** Versions that must not jump to this one. */
    forbiddenFrom: versionNames(),
    /** A stored file of the type `firmware`. */
    fileId: f.id(),
    /** What its maker has signed its SHA-256 with. */
    signature: f.optional(packageSignature()),
    /** Revisions of the hardware that it is for; none: all. */
    hardware: z._default(z.array(f.text(32).check(z.minLength(1))).check(z.maxLength(20)), []),
    minAgent: f.optional(f.text(32)),
    /** Percent; not asked while a terminal charges. */
    minBattery: z._default(z.int().check(z.minimum(0), z.maximum(100)), 30),
    needReboot: z._default(z.boolean(), true),
    needIdle: z._default(z.boolean(), false),
    /** Megabytes; where it is not said, twice the file. */
    freeSpaceMb: f.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    needs: z._default(z.array(need()).check(z.maxLength(mostNeeds)), []),
    channel: z._default(z.enum(versionChannels), 'STABLE'),
    releaseNotes: f.text(3000).check(z.minLength(1)),
    knownIssues: f.optional(f.text(3000)),
    /** Number of the approval by the card industry under which it is listed, and until when. */
    ptsApproval: f.optional(f.text(64)),
    ptsUntil: f.optional(f.day()),
  }),
)

const filter = once(() =>
  z.object({
    kind: z.optional(z.enum(upgradeParts)),
    vendorId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    versionName: z.optional(f.text(64)),
    channel: z.optional(z.enum(versionChannels)),
    state: z.optional(z.enum(versionStates)),
    /** 1: waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  vendorName: z.string(),
  modelNames: z.array(z.string()),
  fileName: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Who signed it, by the name of his key; null: nobody. */
  signer: z.nullable(z.string()),
  state: z.enum(versionStates),
  /** What its check has found, a sentence each. */
  problems: z.array(z.string()),
  /** Terminals that run it. */
  deviceCount: z.int(),
  labTestedAt: z.nullable(f.moment()),
  labTestedByName: z.nullable(z.string()),
  labEvidence: z.nullable(z.string()),
  /** It waits for a decision that the reader may take. */
  waitsForMe: z.boolean(),
  createdBy: z.nullable(f.id()),
  submittedBy: z.nullable(f.id()),
  submittedByName: z.nullable(z.string()),
  submittedAt: z.nullable(f.moment()),
  reviewedByName: z.nullable(z.string()),
  reviewedAt: z.nullable(f.moment()),
  /** What was said with the last decision. */
  reason: z.nullable(z.string()),
  onlineAt: z.nullable(f.moment()),
  recalledAt: z.nullable(f.moment()),
}))

/** The path that the calls of versions for upgrades share. */
export const upgradeVersionsPath = '/admin/upgrade/v1/version'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const moved = once(() => ({ ...withId(), reply: batchReply() }) as const)
const because = once(() => z.strictObject({ reason: f.text(500).check(z.minLength(1)) }))

/** A step of the way from one version to another. */
const pathStep = once(() =>
  z.object({
    id: f.id(),
    kind: z.enum(upgradeParts),
    name: z.string(),
    /** What is there before; null: nothing that is known. */
    from: z.nullable(z.string()),
    versionName: z.string(),
    isDiff: z.boolean(),
    bytes: z.int(),
  }),
)
export type VersionStep = z.output<ReturnType<typeof pathStep>>

/** How terminals stand to a version: they run it, or it is for them and they have an older one. */
export const versionStandings = ['ON', 'BEHIND'] as const

/** Versions of firmware and other parts of terminals: what they are for, and what people decide about them. */
export const upgradeVersions = {
  ...recyclable(upgradeVersionsPath, 'VERSION', { fields, filter, shown }),
  /** What a stored file says of itself, before it becomes a version. */
  parse: post(`${upgradeVersionsPath}/parse`, 'VERSION_ADD', () => ({
    body: z.strictObject({ fileId: f.id() }),
    reply: z.object({
      fileName: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      /** Null where nothing is said. */
      versionName: z.nullable(z.string()),
      hardware: z.array(z.string()),
    }),
  })),
  /** What became of it, from the first to the last. */
  trail: get(`${upgradeVersionsPath}/trail/{id}`, 'VERSION_DETAIL', () => ({
    ...withId(),
    reply: z.array(
      z.object({
        id: f.id(),
        before: z.nullable(z.enum(versionStates)),
        after: z.enum(versionStates),
        reason: z.nullable(z.string()),
        at: f.moment(),
        /** Null: the platform itself. */
        by: z.nullable(z.string()),
      }),
    ),
  })),
  /** Has its file checked; what passes waits for a second person. */
  submit: put(`${upgradeVersionsPath}/submit/{id}`, 'VERSION_EDIT', moved),
  withdraw: put(`${upgradeVersionsPath}/withdraw/{id}`, 'VERSION_EDIT', moved),
  /** Nobody decides about what he has made, changed or handed in, nor about anything else than he has seen. */
  review: put(`${upgradeVersionsPath}/review/{id}`, 'VERSION_REVIEW', () => ({
    ...withId(),
    body: z.strictObject({
      /** What he decides about: the record as he has read it, its number, and the SHA-256 of its bytes. */
      version: z.int(),
      versionName: versionName(),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      result: z.enum(['APPROVED', 'REJECTED']),
      /** Needed but for an approval. */
      reason: z._default(f.text(500), ''),
    }),
    reply: batchReply(),
  })),
  /** Plans may bring it to terminals. */
  online: put(`${upgradeVersionsPath}/online/{id}`, 'VERSION_ONLINE', moved),
  /** It is given to nobody anew, until it is put online again. */
  suspend: put(`${upgradeVersionsPath}/suspend/{id}`, 'VERSION_ONLINE', () => ({
    ...withId(),
    body: because(),
    reply: batchReply(),
  })),
  /** Nobody is given it any more, nor may fetch it. */
  offline: put(`${upgradeVersionsPath}/offline/{id}`, 'VERSION_ONLINE', () => ({
    ...withId(),
    body: because(),
    reply: batchReply(),
  })),
  /** Stops all that brings it, and raises an alarm at each terminal that runs it. */
  recall: put(`${upgradeVersionsPath}/recall/{id}`, 'VERSION_RECALL', () => ({
    ...withId(),
    body: because(),
    reply: batchReply(),
    proof: true,
  })),
  /** Somebody has tried it on a terminal of his: what he saw. */
  labTest: put(`${upgradeVersionsPath}/labtest/{id}`, 'VERSION_EDIT', () => ({
    ...withId(),
    body: z.strictObject({ evidence: f.text(2000).check(z.minLength(1)) }),
    reply: batchReply(),
  })),
  /** The shortest way that leads a terminal of a model to the newest version, or to another one. */
  path: get(`${upgradeVersionsPath}/path`, 'VERSION_LIST', () => ({
    query: z.strictObject({
      modelId: f.id(),
      kind: z._default(z.enum(upgradeParts), 'FIRMWARE'),
      from: z.optional(f.text(64)),
      to: z.optional(f.text(64)),
      /** The agent that runs on it. */
      agent: z.optional(f.text(32)),
      hardware: z.optional(f.text(32)),
      /** A terminal that the caller sees: what is not said here is as it has told. */
      deviceId: z.optional(f.id()),
    }),
    reply: z.object({
      /** By what it was looked for. */
      from: z.nullable(z.string()),
      agent: z.nullable(z.string()),
      hardware: z.nullable(z.string()),
      /** Null: there is nothing to come to. */
      to: z.nullable(z.string()),
      /** None: it is there, or there is no way. */
      steps: z.array(pathStep()),
      isReachable: z.boolean(),
    }),
  })),
  devices: get(`${upgradeVersionsPath}/devices/{id}`, 'VERSION_DETAIL', () => ({
    ...withId(),
    query: pageQuery(z.object({ standing: z._default(z.enum(versionStandings), 'ON') })),
    reply: pageOf(
      z.object({
        id: f.id(),
        sn: z.string(),
        name: z.nullable(z.string()),
        orgName: z.string(),
        modelName: z.string(),
        running: z.nullable(z.string()),
        presence: z.enum(['ONLINE', 'OFFLINE', 'NEVER']),
      }),
    ),
  })),
  download: download(get(`${upgradeVersionsPath}/download/{id}`, 'VERSION_DOWNLOAD', withId)),
}
export type UpgradeVersion = RowOf<typeof upgradeVersions>
export type VersionTrailEntry = ReplyOf<typeof upgradeVersions.trail>[number]
