export { mountDeviceLanguage } from './deviceLanguage.plugin.ts'
export { followOwnWordings } from './ownWordings.ts'
export { wordText } from './wordText.ts'
