import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'

const organizationTypes = [
  'OPERATOR',
  'BANK',
  'PSP',
  'ISO',
  'DISTRIBUTOR',
  'AGENT',
  'MERCHANT_GROUP',
] as const

/** How deep the tree of organisations may be, the root counted as 1. */
export const organizationDepth = 10

const quota = () => f.optional(z.int().check(z.minimum(0), z.maximum(100_000_000)))

const fields = once(() =>
  z.object({
    /** Null for a root only. */
    parentId: f.optional(f.id()),
    name: f.name(),
    code: f.code(),
    type: z.enum(organizationTypes),
    areaId: f.optional(f.id()),
    timezoneId: f.optional(f.id()),
    contact: f.text(64),
    email: f.optional(f.email()),
    phone: f.optional(f.phone()),
    address: f.optional(f.text(255)),
    postcode: f.optional(f.text(16)),
    company: f.optional(f.text(255)),
    /** The most terminals the subtree may have; null is no limit. */
    deviceQuota: quota(),
    /** Its users and those of all below it sign in until then; null: without an end. */
    validTo: f.optional(f.moment()),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    code: z.optional(f.text(64)),
    type: z.optional(z.enum(organizationTypes)),
    areaId: z.optional(f.id()),
    /** Only the subtree of this organisation, itself included. */
    within: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  parentName: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  timezoneName: z.nullable(z.string()),
  level: z.int(),
  /** Messages of the terminals of its subtree that a gateway takes in a second; null: any number. */
  messagesPerSecond: z.nullable(z.int()),
  /** Terminals of this organisation itself and of its whole subtree. */
  ownDevices: z.int(),
  subtreeDevices: z.int(),
  childCount: z.int(),
}))

/** The path that the calls of organisations share. */
export const organizationsPath = '/admin/org/v1/org'
/** The path that the calls of organisations' keys share. */
export const organizationKeysPath = `${organizationsPath}/keys`

/**
 * Nodes of one tree that are told, the upper levels first. Where there is one node more, there are still others:
 * the search of the list finds them all.
 */
export const mostTreeNodes = 5_000

/** One node of the tree that pickers and the tree table show. */
export interface OrganizationNode {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly children: readonly OrganizationNode[]
}

const node = once(
  (): z.ZodMiniType<OrganizationNode> =>
    z.object({
      id: f.id(),
      name: z.string(),
      code: z.string(),
      children: z.lazy(() => z.array(node())),
    }),
)

/** The tree of organisations: platform → bank → distributor → agent → merchant chain. */
export const organizations = {
  ...recyclable(organizationsPath, 'ORGANIZATION', { fields, filter, shown }),
  /** Of more than {@link mostTreeNodes} the upper levels, and one node too many. */
  tree: get(`${organizationsPath}/tree`, 'ORGANIZATION_LIST', () => ({ reply: z.array(node()) })),
  move: put(`${organizationsPath}/move/{id}/{parentId}`, 'ORG_MOVE', () => ({
    params: z.strictObject({ id: f.id(), parentId: f.id() }),
    reply: z.object({ count: z.int() }),
    proof: true,
  })),
  /** How many terminals, how many messages, and until when: set from above, by who need not edit anything else. */
  setQuota: put(`${organizationsPath}/quota/{id}`, 'ORG_QUOTA', () => ({
    params: z.strictObject({ id: f.id() }),
    body: z.strictObject({
      deviceQuota: quota(),
      /** What is above waits in its terminals' connections: nothing is lost. */
      messagesPerSecond: f.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
      validTo: f.optional(f.moment()),
      version: z.int(),
    }),
    reply: z.object({
      deviceQuota: z.nullable(z.int()),
      messagesPerSecond: z.nullable(z.int()),
      validTo: z.nullable(f.moment()),
      /** Terminals of the subtree that take a place. */
      used: z.int(),
      /** The smallest quota of it and those above. */
      limit: z.nullable(z.int()),
      version: z.int(),
    }),
  })),
}
export type Organization = RowOf<typeof organizations>

/** Organisations as rows of a sheet. */
export const organizationSheet = sheetOf(organizations, {
  key: 'code',
  words: { type: 'organization.type' },
  columns: {
    code: 'organization.code',
    name: 'organization.name',
    type: 'organization.type',
    parentId: 'organization.parent',
    areaId: 'organization.area',
    timezoneId: 'organization.timezone',
    contact: 'organization.contact',
    email: 'organization.email',
    phone: 'organization.phone',
    company: 'organization.company',
    address: 'organization.address',
    postcode: 'organization.postcode',
    deviceQuota: 'organization.deviceQuota',
    remark: 'organization.remark',
  },
})
