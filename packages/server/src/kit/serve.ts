import type { Call, CallGroup, ParsedOf, ReplyOf } from '@muster/contract'
import type { Served } from './batch/served.ts'
import { takingBatch } from './batch/takingBatch.ts'
import type { Context } from './context.ts'
import type { FileAnswer } from '../platform/fileAnswer.ts'
import type { Scope } from '../access/scope.ts'

/**
 * What a handler answers that has to ask somebody outside. Its own transaction ends first; then it
 * talks while it holds no connection, and what it heard is written in a second transaction.
 */
export class Outside<T> {
  readonly talk: () => Promise<(ctx: Context) => Promise<T>>

  /** @param talk asks, and answers how to write down what was heard */
  constructor(talk: () => Promise<(ctx: Context) => Promise<T>>) {
    this.talk = talk
  }
}

type Answered<C extends Call> = C extends { readonly file: true }
  ? FileAnswer
  : ReplyOf<C> extends null
    ? void
    : ReplyOf<C>

/** Answers one call; what it refuses, it throws (kit/refusal.ts). */
export type Handler<C extends Call> = (request: ParsedOf<C>, ctx: Context) => Promise<Answered<C>>

export type Handlers<G extends CallGroup> = { readonly [K in keyof G]: Handler<G[K]> }

/** Handlers of a group, of which some may have to ask somebody outside. */
type HandlersOf<G extends CallGroup> = {
  readonly [K in keyof G]: (
    request: ParsedOf<G[K]>,
    ctx: Context,
  ) => Promise<Answered<G[K]> | Outside<Answered<G[K]>>>
}

/** One call with its data scope and its handler. */
export interface Route extends Served {
  readonly scope: Scope
  /** The handler itself, of a call that takes its records in more ways than it knows. */
  readonly byIds?: Served['handle']
}

/** The routes that one feature serves. */
export interface Feature {
  readonly routes: readonly Route[]
}

/**
 * Serves a group of calls: one handler each (a missing or an extra one does not compile), and the
 * data scope that all of them keep to. Those that change what a list of the group shows take a batch.
 */
export function serve<G extends CallGroup>(
  calls: G,
  scope: Scope,
  handlers: HandlersOf<G>,
): Feature {
  const routes = Object.entries(calls).map(
    ([name, call]): Route => ({
      call,
      scope,
      // The compiler has matched each handler with its call's schemas above; the list forgets which.
      handle: handlers[name as keyof G] as unknown as Route['handle'],
    }),
  )
  return { routes: routes.map((route) => withBatch(route, routes)) }
}

function withBatch(route: Route, routes: readonly Route[]): Route {
  const { actsOn, method, path } = route.call
  if (!actsOn) return route
  const list = routes.find(({ call }) => call === actsOn)
  if (!list) throw new Error(`${method} ${path} acts on a list that is not served beside it.`)
  return { ...route, handle: takingBatch(route, list), byIds: route.handle }
}
