import * as z from 'zod/mini'
import { acting, batchBody, batchReply } from './batch.ts'
import { type Call, type CallGroup, del, get, post, put } from './call.ts'
import { id, moment, status } from './fields.ts'
import { lazy, once } from './once.ts'
import { pageOf, pageQuery, spans } from './page.ts'

type Shape = z.core.$ZodShape
// biome-ignore lint/complexity/noBannedTypes: an empty shape is what "no extra columns" means
type NoShape = {}

/** What every record carries beside its own fields. */
const recordShape = once(() => ({
  id: id(),
  status: status(),
  version: z.int(),
  createdAt: moment(),
  updatedAt: moment(),
  updatedBy: z.nullable(z.string()),
}))

/** The spec spells this path segment without its second "r"; the wire keeps it. */
const destroySegment = 'destory'

const withId = once(() => z.strictObject({ id: id() }))
const affected = once(() => z.object({ count: z.int() }))

/** Schemas of the calls that change one record, or set a record's status. */
const one = once(() => ({ params: withId(), reply: batchReply() }) as const)
const newStatus = once(() => z.enum(['0', '1']))
const statusChange = once(
  () =>
    ({
      params: z.strictObject({ id: id(), status: newStatus() }),
      reply: batchReply(),
    }) as const,
)
const statusForMany = once(() => z.strictObject({ status: newStatus() }))
/** The list of a picker: its search, or the one record that a form already names. */
const picker = once(
  () =>
    ({
      query: z.strictObject({ keyword: z.optional(z.string()), id: z.optional(id()) }),
      reply: z.array(z.object({ id: id(), name: z.string(), code: z.nullable(z.string()) })),
    }) as const,
)

export interface RecyclableShape<F extends Shape, Q extends Shape, X extends Shape> {
  /** What a form writes. */
  readonly fields: () => z.ZodMiniObject<F>
  /** What a list may be filtered by. */
  readonly filter: () => z.ZodMiniObject<Q>
  /** What a row shows beside its fields (joined names, counts): read only. */
  readonly shown?: () => X
}

type Many = () => {
  readonly body: ReturnType<typeof batchBody>
  readonly reply: ReturnType<typeof batchReply>
}

/** The calls that change living records without a form. */
const changeCalls = (base: string, entity: string, { page, many }: { page: Call; many: Many }) =>
  ({
    setStatus: acting(page, put(`${base}/status/{id}/{status}`, `${entity}_STATUS`, statusChange)),
    setStatusMany: acting(
      page,
      put(`${base}/batch/status/{status}`, `${entity}_STATUS`, () => ({
        params: statusForMany(),
        ...many(),
      })),
    ),
    remove: acting(page, del(`${base}/delete/{id}`, `${entity}_DELETE`, one)),
    removeMany: acting(page, del(`${base}/batch/delete`, `${entity}_BATCH_DELETE`, many)),
  }) as const satisfies CallGroup

/** The calls that take records out of the bin, back or for good. */
const binCalls = (base: string, entity: string, { bin, many }: { bin: Call; many: Many }) =>
  ({
    revert: acting(bin, put(`${base}/revert/{id}`, `${entity}_REVERT`, one)),
    revertMany: acting(bin, put(`${base}/batch/revert`, `${entity}_REVERT`, many)),
    revertAll: put(`${base}/recycle/revert`, `${entity}_REVERT`, () => ({ reply: affected() })),
    destroy: del(`${base}/${destroySegment}/{id}`, `${entity}_DESTROY`, () => ({
      ...one(),
      proof: true,
    })),
    destroyMany: acting(
      bin,
      del(`${base}/batch/destroy`, `${entity}_DESTROY`, () => ({ ...many(), proof: true })),
    ),
    clear: del(`${base}/recycle/clear`, `${entity}_CLEAR`, () => ({
      reply: affected(),
      proof: true,
    })),
  }) as const satisfies CallGroup

/** What a row shows in place of a field that a form writes counts: a seeded record may lack what a form asks for. */
const shownShape = <F extends Shape, X extends Shape>(fields: F, shown: X | undefined) =>
  // Without extra columns the shape is empty, which the type parameter's default says.
  ({ ...fields, ...shown }) as Shape as Omit<F, keyof X> & X

/** The schemas of the calls of a record, each made when it is first asked for. */
function schemasOf<F extends Shape, Q extends Shape, X extends Shape>(
  shape: RecyclableShape<F, Q, X>,
) {
  const { fields, shown } = shape
  const filter = once(() => z.object({ ...shape.filter().shape, ...spans() }))
  const row = once(() => z.object({ ...recordShape(), ...shownShape(fields().shape, shown?.()) }))
  const query = once(() => pageQuery(filter()))
  const rows = once(() => pageOf(row()))
  const binRows = once(() =>
    pageOf(z.object({ ...row().shape, deletedAt: moment(), deletedBy: z.nullable(z.string()) })),
  )
  const many = once(() => batchBody(filter()))
  const added = once(() => z.strictObject({ ...fields().shape }))
  const updated = once(() => z.strictObject({ ...fields().shape, id: id(), version: z.int() }))
  return {
    page: () => lazy({ query, reply: rows }),
    recyclePage: () => lazy({ query, reply: binRows }),
    detail: () => lazy({ params: withId, reply: row }),
    add: () => lazy({ body: added, reply: row }),
    update: () => lazy({ body: updated, reply: row }),
    many: () => lazy({ body: many, reply: batchReply }),
  }
}

/**
 * The record life cycle of the spec (section 7, its timezone example): page, list, add, update,
 * the recycle bin with its revert and destroy calls, and the status change; plus the detail and
 * the bin's own page, which the spec leaves open.
 *
 * @param base path that the calls share, e.g. `/admin/timezone/v1/area`
 * @param entity first part of the permission codes, e.g. `AREA` for `AREA_LIST`
 */
export function recyclable<F extends Shape, Q extends Shape, X extends Shape = NoShape>(
  base: string,
  entity: string,
  shape: RecyclableShape<F, Q, X>,
) {
  const made = schemasOf(shape)
  const { many } = made
  const page = get(`${base}/page`, `${entity}_LIST`, made.page)
  const recyclePage = get(`${base}/recycle/page`, `${entity}_RECYCLE_LIST`, made.recyclePage)
  return {
    page,
    list: get(`${base}/list`, `${entity}_LIST`, picker),
    detail: get(`${base}/detail/{id}`, `${entity}_DETAIL`, made.detail),
    add: post(`${base}/add`, `${entity}_ADD`, made.add),
    update: put(`${base}/update`, `${entity}_EDIT`, made.update),
    ...changeCalls(base, entity, { page, many }),
    recyclePage,
    ...binCalls(base, entity, { bin: recyclePage, many }),
  } as const satisfies CallGroup
}

const removing = /\/batch\/delete$/
const reverting = /\/batch\/revert$/
const switching = /\/batch\/status\/\{status\}$/

/**
 * What undoes a batch call of the life cycle, by its path: the path of another one with its parameters.
 * Null where nothing does: what is destroyed is gone.
 */
export function undoOf(path: string, params: unknown): { path: string; params: unknown } | null {
  if (removing.test(path)) return { path: path.replace(removing, '/batch/revert'), params }
  if (reverting.test(path)) return { path: path.replace(reverting, '/batch/delete'), params }
  const switched = statusForMany().safeParse(params)
  if (!switching.test(path) || !switched.success) return null
  return { path, params: { status: switched.data.status === '1' ? '0' : '1' } }
}

/** A row of a resource's list. */
export type RowOf<G extends { page: Call }> = G['page']['schemas']['reply'] extends infer P extends
  z.ZodMiniType
  ? z.output<P> extends { list: Array<infer R> }
    ? R
    : never
  : never

/** What a resource's form sends when it adds. */
export type NewOf<G extends { add: Call }> = G['add']['schemas']['body'] extends infer B extends
  z.ZodMiniType
  ? z.input<B>
  : never

/** Any group that has the record life cycle. */
export type Recyclable = ReturnType<typeof recyclable<Shape, Shape, Shape>>
