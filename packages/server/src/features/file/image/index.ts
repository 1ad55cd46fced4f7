export { mountImages } from './image.plugin.ts'
export { pictureSize, readImage } from './image.queries.ts'
export { requireImage } from './requireImage.ts'
