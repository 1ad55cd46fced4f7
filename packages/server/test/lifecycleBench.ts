import type { Call, Recyclable } from '@muster/contract'
import type { Answer, TestApp, TestUser } from './testApp.ts'

export type LifecycleCalls = { readonly [K in keyof Recyclable]: Call }
export type Fields = Readonly<Record<string, unknown>>
export type Row = Record<string, unknown> & { readonly id: string; readonly version: number }
type Rows = { readonly list: readonly Row[]; readonly total: number }

export interface LifecycleCase {
  /** Lays what the records refer to; runs once. */
  readonly prepare?: (app: TestApp) => Promise<void>
  /** Fields of the nth record; different numbers differ in every unique member. */
  readonly make: (n: number) => Fields
  /** A text member that a keyword is looked for in and that is not unique by itself. */
  readonly text: string
  /** The member that no two living records may share. */
  readonly unique: string
  /** A unique member whose value is free again while its record lies in the bin; `unique` unless said. */
  readonly freed?: string
  /** A member that only the answer to adding tells, such as a secret. */
  readonly toldOnce?: string
}

/** The id of no record. */
export const nobody = '00000000-0000-7000-8000-000000000001'

/** The group under test: its calls as one user makes them, and new records of it. */
export class LifecycleBench {
  readonly calls: LifecycleCalls
  readonly of: LifecycleCase
  readonly app: TestApp
  readonly layla: TestUser
  readonly omar: TestUser
  #n = 0

  constructor(
    calls: LifecycleCalls,
    of: LifecycleCase,
    parts: { app: TestApp; layla: TestUser; omar: TestUser },
  ) {
    this.calls = calls
    this.of = of
    this.app = parts.app
    this.layla = parts.layla
    this.omar = parts.omar
  }

  fields(more: Fields = {}): Fields {
    this.#n += 1
    return { ...this.of.make(this.#n), ...more }
  }

  /** Any call; the test says what the answer must be. */
  ask(name: keyof Recyclable, input: object = {}, user = this.layla): Promise<Answer<unknown>> {
    return user.call(this.calls[name], input)
  }

  async do(name: keyof Recyclable, input: object = {}, user = this.layla): Promise<unknown> {
    return user.get(this.calls[name], input)
  }

  /** A new record, as any later answer shows it. */
  async add(more: Fields = {}): Promise<Row> {
    const row = (await this.do('add', { body: this.fields(more) })) as Row
    const { toldOnce } = this.of
    return toldOnce ? { ...row, [toldOnce]: null } : row
  }

  async three(word: string): Promise<Row[]> {
    const rows: Row[] = []
    for (const part of ['a', 'b', 'c'])
      rows.push(await this.add({ [this.of.text]: `${word} ${part}` }))
    return rows
  }

  async page(query: object = {}): Promise<Rows> {
    return (await this.do('page', { query })) as Rows
  }

  async bin(query: object = {}): Promise<Rows> {
    return (await this.do('recyclePage', { query: { pageSize: 100, ...query } })) as Rows
  }

  async row(id: string): Promise<Row> {
    return (await this.do('detail', { params: { id } })) as Row
  }

  /** The body that writes a row back, with changes. */
  edit(row: Row, more: Fields): object {
    const shape = Object.keys(this.of.make(1))
    const own = Object.fromEntries(shape.map((key) => [key, row[key]]))
    return { body: { ...own, id: row.id, version: row.version, ...more } }
  }
}

/** The fields that an answer finds fault with. */
export function fieldsOf(answer: Answer<unknown>): string[] {
  const data = answer.data as { fields?: { field: string }[] } | null
  return data?.fields?.map(({ field }) => field) ?? []
}
