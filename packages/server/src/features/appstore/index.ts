export { mountStore } from './store.plugin.ts'
