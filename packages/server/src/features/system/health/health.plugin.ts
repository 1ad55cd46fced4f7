import type { FastifyInstance } from 'fastify'
import { answersAlways } from '../../../platform/http.ts'
import { type Readiness, shareCheck } from '../../../platform/readiness.ts'

/** What a process looks at to say how it is. */
export interface Health {
  /** What its roles cannot work without. */
  readonly needs: readonly Readiness[]
  /** What whoever runs it should see to. */
  readonly warnings: readonly Readiness[]
  /** What only a new start of the process cures. */
  readonly vitals: readonly Readiness[]
}

/** What a process and its roles look at, as one. */
export const allOf = (parts: readonly Health[]): Health => ({
  needs: parts.flatMap(({ needs }) => needs),
  warnings: parts.flatMap(({ warnings }) => warnings),
  vitals: parts.flatMap(({ vitals }) => vitals),
})

/** `GET /healthz` (no restart would help), `/readyz` (the roles can work). */
export function mountHealth(http: FastifyInstance, { needs, warnings, vitals }: Health): void {
  const lives = ask(vitals)
  const report = reporterOf({ needs, warnings, vitals })
  http.get('/healthz', { config: answersAlways }, async (_, reply) => {
    const reasons = await lives()
    const isAlive = reasons.length === 0
    return reply
      .status(isAlive ? 200 : 503)
      .send({ status: isAlive ? 'alive' : 'restart', reasons: Object.fromEntries(reasons) })
  })
  http.get('/readyz', { config: answersAlways }, async (_, reply) => {
    const { reasons, worries: warned } = await report()
    const ready = reasons.length === 0
    return reply
      .status(ready ? 200 : 503)
      .send({ ready, reasons: Object.fromEntries(reasons), warnings: warned })
  })
}

/** What a process says of itself: what it cannot work without, and what should be seen to. */
export interface Report {
  /** By what is missing. */
  readonly reasons: readonly (readonly [string, string])[]
  readonly worries: readonly string[]
}

/** What `/readyz` would answer now. */
export function reporterOf({ needs, warnings }: Health): () => Promise<Report> {
  const [isReady, isWell] = [ask(needs), ask(warnings)]
  return async () => {
    const [reasons, worries] = await Promise.all([isReady(), isWell()])
    const told = new Set(reasons.map(([, reason]) => reason))
    return {
      reasons,
      worries: worries.map(([, reason]) => reason).filter((reason) => !told.has(reason)),
    }
  }
}

/** Asks all at once; answers the names and the reasons of those that are not well. */
function ask(all: readonly Readiness[]): () => Promise<[string, string][]> {
  const shared = all.map((one) => ({ name: one.name, check: shareCheck(one) }))
  return async () => {
    const told = await Promise.all(
      shared.map(async ({ name, check }) => ({ name, reason: await check() })),
    )
    return told.flatMap(({ name, reason }) => (reason === null ? [] : [[name, reason]]))
  }
}
