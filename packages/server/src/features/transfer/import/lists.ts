import type { Call } from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import type { Route } from '../../../kit/serve.ts'
import type { ImportedList, Importer } from './importer.ts'
import type { RowCalls } from './writeRow.ts'

/** A list with its sheet and the routes that its rows are written by. */
export interface WrittenList extends ImportedList {
  readonly calls: RowCalls
  readonly route: Route
}

/** Joins importers with the routes of their lists; throws where one has no sheet or lacks a route. */
export function writtenLists(
  importers: readonly Importer[],
  routes: readonly Route[],
): readonly WrittenList[] {
  const routeOf = (call: Call): Route => {
    const route = routes.find((one) => one.call === call)
    if (!route) throw new Error(`${call.method} ${call.path} is imported and not served.`)
    return route
  }
  return importers.map((importer) => {
    const sheet = importOf(importer.page)
    if (!sheet) throw new Error(`${importer.page.path} is imported and has no sheet.`)
    const { page, detail, add, update } = sheet.of
    const calls = { detail: routeOf(detail), add: routeOf(add), update: routeOf(update) }
    return { ...importer, sheet, calls, route: routeOf(page) }
  })
}
