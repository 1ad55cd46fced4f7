export {
  readSealedSetting,
  readSetting,
  resetSetting,
  saveSealedSetting,
  saveSetting,
} from './setting.ts'
