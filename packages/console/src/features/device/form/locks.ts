import type { Device, TextKey } from '@muster/contract'

export interface Locks {
  readonly sn: TextKey | null
  readonly modelId: TextKey | null
  readonly tid: TextKey | null
}

const none: Locks = { sn: null, modelId: null, tid: null }

/** Which fields a terminal's state locks (functional.md, DEVICE_LIST form), and why. */
export function locksOf(device: Pick<Device, 'lifecycle'> | null): Locks {
  if (!device) return none
  const whileActive = device.lifecycle === 'ACTIVE' ? 'device.why.lockedActive' : null
  return {
    sn: whileActive,
    tid: whileActive,
    modelId: device.lifecycle === 'STOCK' ? null : 'device.why.lockedStock',
  }
}
