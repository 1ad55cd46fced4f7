import type { FunctionalName, FunctionalSettings } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { isCode, settingText } from './settingText.ts'

interface SettingValueProps {
  readonly settings: Partial<FunctionalSettings>
  readonly name: FunctionalName
}

/** A setting as people read it. */
export function SettingValue({ settings, name }: SettingValueProps) {
  const text = settingText(settings, name)
  return isCode(name) ? <Ltr>{text}</Ltr> : <bdi>{text}</bdi>
}
