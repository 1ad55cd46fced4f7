export { followOwnWordings } from './ownWordings.ts'
