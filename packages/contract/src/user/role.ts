import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { dataScope, scopeKinds, shownScope } from './dataScope.ts'

const roleTypes = ['PLATFORM', 'ORGANIZATION', 'VENDOR', 'DEVELOPER'] as const

const fields = once(() =>
  z.object({
    code: f.code(),
    name: f.name(),
    type: z.enum(roleTypes),
    /** The organisation whose users may hold it. */
    orgId: f.id(),
    /** Users of the organisations below may hold it, too. */
    inheritable: z._default(z.boolean(), false),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    code: z.optional(f.text(64)),
    type: z.optional(z.enum(roleTypes)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  /** Null: of no organisation. */
  orgId: z.nullable(f.id()),
  orgName: z.nullable(z.string()),
  /** Shipped with Muster: read only, and of no organisation. */
  isSystem: z.boolean(),
  dataScope: z.nullable(z.enum(scopeKinds)),
  /** Users that hold it and that the caller sees. */
  userCount: z.int(),
  /** Whether the caller may change it: no shipped role, and one of his organisations. */
  isEditable: z.boolean(),
}))

/** The path that the calls of roles share. */
export const rolesPath = '/admin/user/v1/role'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** The role's version after the change. */
const written = once(() => z.object({ version: z.int() }))

/** A node of the tree of rights: a directory, a page or a button of the menu. */
export interface RightNode {
  readonly id: string
  /** A text key, or a name an administrator gave; of a button its code. */
  readonly name: string
  readonly menuType: number
  readonly code: string | null
  /** Whether the role holds it. */
  readonly isGranted: boolean
  /** Whether the caller holds it himself: nobody gives or takes what he does not hold. */
  readonly isHeld: boolean
  readonly children: readonly RightNode[]
}

/** {@link RightNode} as it is sent. */
export const rightNode = once(
  (): z.ZodMiniType<RightNode> =>
    z.object({
      id: f.id(),
      name: z.string(),
      menuType: z.int(),
      code: z.nullable(z.string()),
      isGranted: z.boolean(),
      isHeld: z.boolean(),
      children: z.lazy(() => z.array(rightNode())),
    }),
)

const user = once(() =>
  z.object({
    id: f.id(),
    userName: z.string(),
    realName: z.string(),
    orgName: z.string(),
    status: f.status(),
  }),
)

/** Roles: what their holders may do (rights) and whose records they see (data scope). */
export const roles = {
  ...recyclable(rolesPath, 'ROLE', { fields, filter, shown }),
  rights: get(`${rolesPath}/menu/{id}`, 'ROLE_MENU', () => ({
    ...withId(),
    reply: z.array(rightNode()),
  })),
  /** Grants exactly these menu items, as far as the caller holds them; their parents come along. */
  setRights: put(`${rolesPath}/menu/{id}`, 'ROLE_MENU', () => ({
    ...withId(),
    body: z.strictObject({ version: z.int(), menuIds: z.array(f.id()).check(z.maxLength(5000)) }),
    reply: written(),
    proof: true,
  })),
  scope: get(`${rolesPath}/data/{id}`, 'ROLE_DATA', () => ({ ...withId(), reply: shownScope() })),
  setScope: put(`${rolesPath}/data/{id}`, 'ROLE_DATA', () => ({
    ...withId(),
    body: z.strictObject({ ...dataScope().shape, version: z.int() }),
    reply: written(),
    proof: true,
  })),
  users: get(`${rolesPath}/users/{id}`, 'ROLE_DETAIL', () => ({
    ...withId(),
    query: pageQuery(z.object({})),
    reply: pageOf(user()),
  })),
  /** A new role with the rights and the data scope of another. */
  copy: post(`${rolesPath}/copy/{id}`, 'ROLE_ADD', () => ({
    ...withId(),
    body: z.strictObject({ code: f.code(), name: f.name(), orgId: f.id() }),
    reply: z.object({ id: f.id() }),
  })),
}
export type Role = RowOf<typeof roles>

/** Rights that lose data, lock terminals or hand out power: marked wherever they are given. */
const dangerous =
  /_(DESTROY|CLEAR|KEYS|KEYS_ROTATE|ROTATE|LOCK|WIPE|RESET|RESET_PWD|RESET_MFA|MENU|DATA|IMPERSONATE|RELEASE)$/

/** Whether a button code gives a dangerous right. */
export const isDangerousRight = (code: string): boolean => dangerous.test(code)
