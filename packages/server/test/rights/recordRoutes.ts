import type { Sort } from './answers.ts'

/** The record life cycle of a path: where records belong to organisations, or are everybody's. */
export function lifeOf(path: string, [one, all]: readonly [Sort, Sort]): [string, Sort][] {
  const many = ['GET page', 'GET list', 'GET recycle/page', 'POST add', 'PUT recycle/revert']
  const single = ['GET detail/{id}', 'PUT update', 'PUT status/{id}/{status}', 'DELETE delete/{id}']
  const bin = ['PUT revert/{id}', 'PUT batch/revert', 'DELETE destory/{id}', 'DELETE batch/destroy']
  const batch = ['DELETE batch/delete', 'PUT batch/status/{status}']
  const line = (text: string): string => text.replace(' ', ` ${path}/`)
  return [
    ...[...many, 'DELETE recycle/clear'].map((text): [string, Sort] => [line(text), all]),
    ...[...single, ...bin, ...batch].map((text): [string, Sort] => [line(text), one]),
  ]
}

/** The import of a list: whose files and tasks they are is the caller's own matter. */
export const importOf = (path: string): [string, Sort][] => [
  [`GET ${path}/import/template`, 'shared'],
  [`POST ${path}/import`, 'shared'],
  [`GET ${path}/import/result/{id}`, 'unwritten'],
]

/** Records of organisations. */
export const owned = ['record', 'many'] as const
/** Records that all share. */
export const everybodys = ['shared', 'shared'] as const

/** A list that is everybody's, with its export and its import. */
export const sharedList = (path: string): [string, Sort][] => [
  ...lifeOf(path, everybodys),
  [`GET ${path}/export`, 'shared'],
  ...importOf(path),
]
