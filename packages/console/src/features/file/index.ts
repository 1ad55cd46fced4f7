export { acceptedImages, uploadImage } from './uploadImage.ts'
