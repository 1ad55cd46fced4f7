export {
  readSealedSetting,
  readSetting,
  resetSetting,
  saveSealedSetting,
  saveSetting,
  settingIn,
  storedSettings,
} from './setting.ts'
