import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyScope, madeWithin, rowsWithin, type ScopeRule, scopeOf } from './dataScope.ts'

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const textOf = (condition: ReturnType<typeof madeWithin>) => condition.compile(db).sql

const columns = { vendor: 'vendorId', model: null }
const rule: ScopeRule = {
  isEverywhere: false,
  places: [{ id: 'a', path: 'a', withBelow: true }],
  isOwn: false,
  vendorIds: [],
  modelIds: [],
}
const ofVendor: ScopeRule = { ...rule, vendorIds: ['v'] }

describe('vendors and models', () => {
  it('are none where no rule lets anything through', () => {
    expect(textOf(madeWithin(emptyScope, columns))).toBe('false')
  })

  it('are all where one of the rules filters none, whatever the others filter', () => {
    expect(textOf(madeWithin(scopeOf([rule, ofVendor]), columns))).toBe('true')
  })

  it('are those that a rule names', () => {
    expect(textOf(madeWithin(scopeOf([ofVendor]), columns))).toContain('"vendorId" = any($1')
  })
})

it('a scope without rules lets no row through', () => {
  const of = { organization: 'orgId', creator: 'createdBy', ...columns }
  expect(textOf(rowsWithin({ userId: 'u', scope: emptyScope }, of))).toBe('false')
})
