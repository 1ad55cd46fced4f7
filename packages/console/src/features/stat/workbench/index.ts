export { usePages } from './pages.ts'
