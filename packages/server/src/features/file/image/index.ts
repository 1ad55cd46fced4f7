export { mountImages } from './image.plugin.ts'
export { readImage } from './image.queries.ts'
export { requireImage } from './requireImage.ts'
