export { acceptedImages, uploadImage } from './uploadImage.ts'
export { takeFile } from './takeFile.ts'
