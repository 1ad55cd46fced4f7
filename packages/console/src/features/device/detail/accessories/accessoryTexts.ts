import type { AccessoryKind, TextKey } from '@muster/contract'

export const accessoryTexts: Readonly<Record<AccessoryKind, TextKey>> = {
  PIN_PAD: 'device.accessory.PIN_PAD',
  BASE: 'device.accessory.BASE',
  PRINTER: 'device.accessory.PRINTER',
  SCANNER: 'device.accessory.SCANNER',
  DISPLAY: 'device.accessory.DISPLAY',
  DRAWER: 'device.accessory.DRAWER',
  OTHER: 'device.accessory.OTHER',
}
