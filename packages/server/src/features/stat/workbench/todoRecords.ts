import {
  type FigureList,
  namedRecords,
  type ParsedOf,
  recordName,
  type ReplyOf,
  todoLists,
  todoRecords,
  type TodoRecord,
} from '@muster/contract'
import * as z from 'zod/mini'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type Feature, type Route, serve } from '../../../kit/serve.ts'

type Query = ParsedOf<typeof todoRecords.first>['query']
type Records = ReplyOf<typeof todoRecords.first>

/**
 * Names the first records of what waits, each list read by its own handler under the caller's rights and
 * scope. `routes` is all that the server serves.
 */
export const todoRecordRoutes = (routes: () => readonly Route[]): Feature =>
  serve(todoRecords, organizationsBy('orgId'), {
    first: ({ query }, ctx) => firstRecords(ctx, query, routes()),
  })

async function firstRecords(
  ctx: Context,
  { of: keys, ...estate }: Query,
  routes: readonly Route[],
): Promise<Records> {
  const records: Records = {}
  for (const key of new Set(keys)) {
    const list = todoLists[key](given(estate))
    const route = routes.find(({ call }) => call === list.call)
    if (!route || !mayCall(ctx.principal, list.call.permission)) continue
    records[key] = await firstOf(ctx, { list, route })
  }
  return records
}

type Estate = Omit<Query, 'of'>

const given = ({ orgId, vendorId, modelId }: Estate) => ({
  ...(orgId && { orgId }),
  ...(vendorId && { vendorId }),
  ...(modelId && { modelId }),
})

const shownPage = z.looseObject({ list: z.array(z.looseObject({ id: z.string() })) })

interface Listed {
  readonly list: FigureList
  readonly route: Route
}

/** None where the list refuses: the line stands by itself. */
async function firstOf(ctx: Context, { list, route }: Listed): Promise<TodoRecord[]> {
  const query = route.call.schemas.query?.parse({ ...list.query, pageSize: namedRecords })
  // Nobody asks how many there are: the line says it.
  const asked = { ...z.looseObject({}).parse(query), total: 0 }
  try {
    const answer = await route.handle({ params: undefined, query: asked, body: undefined }, ctx)
    return shownPage.parse(answer).list.map(namedIn)
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

/** What says most to whoever has to find it, the most telling first. */
const telling = ['deviceName', 'realName', 'title', 'name']

function namedIn(row: { readonly id: string }): TodoRecord {
  const said = new Map<string, unknown>(Object.entries(row))
  const name = telling.map((member) => said.get(member)).find((value) => value)
  const kind = said.get('kind')
  return {
    id: row.id,
    name: typeof name === 'string' ? name : recordName(row),
    // Only alarms have both; of them, what is wrong says more than where.
    kind: said.has('severity') && typeof kind === 'string' ? kind : null,
  }
}
