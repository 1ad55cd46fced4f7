import * as z from 'zod/mini'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** The path that the calls of parameters share. */
export const parametersPath = '/admin/system/v1/parameter'

export const parameterTypes = [
  'string',
  'int',
  'decimal',
  'bool',
  'enum',
  'json',
  'cron',
  'duration',
  'secret',
] as const
export type ParameterType = (typeof parameterTypes)[number]

/** Values travel as text, whatever their type; the server reads them by the parameter's type. */
const text = () => z.string().check(z.maxLength(65_536))

const fields = once(() => ({
  key: z
    .string()
    .check(z.trim(), z.minLength(2), z.maxLength(128), z.regex(/^[a-z0-9]+(?:\.[A-Za-z0-9]+)*$/)),
  name: f.name(),
  groupCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[a-z0-9]+$/)),
  valueType: z.enum(parameterTypes),
  value: f.optional(text()),
  /** The value of a secret: write-only, null keeps the known one. */
  secretValue: secret(f.optional(z.string().check(z.maxLength(4096)))),
  defaultValue: f.optional(text()),
  min: f.optional(z.number()),
  max: f.optional(z.number()),
  /** Choices of an enum. */
  options: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)), []),
  remark: f.optional(f.text(500)),
  restartNeeded: z._default(z.boolean(), false),
}))

const row = once(() =>
  z.object({
    id: f.id(),
    ...fields(),
    hasSecret: z.boolean(),
    /** Whether somebody has set another value than the default. */
    isChanged: z.boolean(),
    /** Shipped with Muster: only its value can be changed. */
    isSystem: z.boolean(),
    version: z.int(),
    createdAt: f.moment(),
    updatedAt: f.moment(),
    updatedBy: z.nullable(z.string()),
  }),
)
export type Parameter = z.output<ReturnType<typeof row>>

const change = once(() =>
  z.object({
    id: f.id(),
    at: f.moment(),
    userName: z.string(),
    oldValue: z.nullable(z.string()),
    newValue: z.nullable(z.string()),
  }),
)
export type ParameterChange = z.output<ReturnType<typeof change>>

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const affected = once(() => z.object({ count: z.int() }))

/** Values that steer the running system. */
export const parameters = {
  page: get(`${parametersPath}/page`, 'PARAMETER_LIST', () => ({
    query: pageQuery(
      z.object({
        groupCode: z.optional(f.text(64)),
        key: z.optional(f.text(128)),
        changed: z.optional(z.enum(['1', '0'])),
      }),
    ),
    reply: pageOf(row()),
  })),
  detail: get(`${parametersPath}/detail/{id}`, 'PARAMETER_DETAIL', () => ({
    ...withId(),
    reply: row(),
  })),
  add: post(`${parametersPath}/add`, 'PARAMETER_ADD', () => ({
    body: z.strictObject(fields()),
    reply: row(),
  })),
  update: put(`${parametersPath}/update`, 'PARAMETER_EDIT', () => ({
    body: z.strictObject({ ...fields(), id: f.id(), version: z.int() }),
    reply: row(),
  })),
  remove: del(`${parametersPath}/delete/{id}`, 'PARAMETER_DELETE', () => ({
    ...withId(),
    reply: affected(),
  })),
  removeMany: del(`${parametersPath}/batch/delete`, 'PARAMETER_BATCH_DELETE', () => ({
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
    reply: affected(),
  })),
  reset: put(`${parametersPath}/reset/{id}`, 'PARAMETER_RESET', () => ({
    ...withId(),
    reply: row(),
  })),
  history: get(`${parametersPath}/history/{id}`, 'PARAMETER_DETAIL', () => ({
    ...withId(),
    reply: z.array(change()),
  })),
  /** Writes nothing, but whoever reads a secret is named in the action log. */
  secret: post(`${parametersPath}/secret/{id}`, 'PARAMETER_SECRET_VIEW', () => ({
    ...withId(),
    reply: z.object({ value: z.nullable(z.string()) }),
    proof: true,
  })),
}
