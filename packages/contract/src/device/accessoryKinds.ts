/** What may belong to a terminal beside itself. */
export const accessoryKinds = [
  'PIN_PAD',
  'BASE',
  'PRINTER',
  'SCANNER',
  'DISPLAY',
  'DRAWER',
  'OTHER',
] as const
export type AccessoryKind = (typeof accessoryKinds)[number]

/** Accessories that one terminal tells of, at most. */
export const mostAccessories = 8

/** Applications that one accessory tells of, at most. */
export const mostAccessoryApps = 10
