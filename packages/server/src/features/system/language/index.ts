export { followOwnWordings } from './ownWordings.ts'
export { wordText } from './wordText.ts'
