import { sql } from 'kysely'
import type { TestApp } from './testApp.ts'

interface Param {
  readonly pid: string
  readonly dataType?: string
  readonly title?: string
  readonly defaultValue?: string
  readonly required?: boolean
  readonly secret?: boolean
  readonly columns?: readonly object[]
}

/** Parameters of the dictionary, past the rules of its route. */
export async function addParams(
  { platform: { db } }: Pick<TestApp, 'platform'>,
  params: readonly Param[],
): Promise<void> {
  for (const { pid, dataType = 'STRING', title = pid, defaultValue, ...more } of params)
    await sql`insert into param_dict (pid, title, data_type, default_value, required, secret, columns)
      values (${pid}, ${title}, ${dataType}, ${defaultValue ?? null}, ${more.required ?? false},
        ${more.secret ?? false}, ${JSON.stringify(more.columns ?? [])}::jsonb)`.execute(db)
}
