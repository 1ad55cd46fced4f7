import type { DeviceFeature, TextKey } from '@muster/contract'

export const kindTexts: Readonly<Record<DeviceFeature['kind'], TextKey>> = {
  HARDWARE: 'feature.kind.HARDWARE',
  CONNECTIVITY: 'feature.kind.CONNECTIVITY',
  SECURITY: 'feature.kind.SECURITY',
  SOFTWARE: 'feature.kind.SOFTWARE',
}

export const valueTypeTexts: Readonly<Record<DeviceFeature['valueType'], TextKey>> = {
  BOOL: 'feature.valueType.BOOL',
  NUMBER: 'feature.valueType.NUMBER',
  ENUM: 'feature.valueType.ENUM',
  VERSION: 'feature.valueType.VERSION',
}
