export { mountImages } from './image.plugin.ts'
export { keepImage, pictureSize, readImage } from './image.queries.ts'
export { pictureOf } from './image.rules.ts'
export { requireImage } from './requireImage.ts'
