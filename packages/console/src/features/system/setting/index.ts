export { SettingFields } from './SettingFields.tsx'
export { SettingForm } from './SettingForm.tsx'
export { useSettingForm } from './useSettingForm.ts'
