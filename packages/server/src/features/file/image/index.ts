export { mountImages } from './image.plugin.ts'
export { requireImage } from './requireImage.ts'
