export { ParamsTab } from './terminal/ParamsTab.tsx'
