export { mountImages } from './image.plugin.ts'
export { keepImage, readImage } from './image.queries.ts'
export { pictureOf } from './image.rules.ts'
export { requireImage, requireImageOf } from './requireImage.ts'
