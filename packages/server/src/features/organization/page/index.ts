export { mountPages } from './page.plugin.ts'
export { rootPages } from './page.queries.ts'
