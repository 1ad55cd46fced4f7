import type { osKinds, TextKey } from '@muster/contract'

/** What each kind of operating system is called. */
export const osTexts: Readonly<Record<(typeof osKinds)[number], TextKey>> = {
  ANDROID: 'category.os.ANDROID',
  LINUX: 'category.os.LINUX',
  RTOS: 'category.os.RTOS',
}
