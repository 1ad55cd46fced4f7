import { paramDicts } from '@muster/contract'
import { sql } from 'kysely'
import { everyone } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { type Importer, inSmall } from '../../transfer/index.ts'
import { kindOfType } from '../sheet/kindOfType.rules.ts'

/** Entries of the dictionary from a sheet, a row each. */
export const dictImport: Importer = {
  page: paramDicts.page,
  table: 'paramDict',
  scope: everyone,
  keyColumn: inSmall('pid'),
  keyOf: (folded) => folded,
  counted: null,
  named: [],
  // A default is what its parameter is: by the row's own word, else as the entry has it.
  async kindsIn(ctx, rows) {
    const known = await typesOf(
      ctx,
      rows.map(({ key }) => key),
    )
    return ({ key, valueOf }, field) => {
      if (field !== 'defaultValue') return undefined
      return kindOfType(valueOf('dataType') ?? known.get(key))
    }
  },
}

async function typesOf({ db }: Context, keys: readonly string[]) {
  const { rows } = await sql<{ key: string; dataType: string }>`select lower(pid) as key, data_type
    from param_dict where lower(pid) = any(${keys}::text[]) and deleted_at is null`.execute(db)
  return new Map(rows.map(({ key, dataType }) => [key, dataType]))
}
