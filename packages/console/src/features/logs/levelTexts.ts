import type { CrashKind, LogLevel, TextKey } from '@muster/contract'

export const levelTexts: Readonly<Record<LogLevel, TextKey>> = {
  VERBOSE: 'logView.level.VERBOSE',
  DEBUG: 'logView.level.DEBUG',
  INFO: 'logView.level.INFO',
  WARN: 'logView.level.WARN',
  ERROR: 'logView.level.ERROR',
  FATAL: 'logView.level.FATAL',
}

export const crashTexts: Readonly<Record<CrashKind, TextKey>> = {
  CRASH: 'logView.crash.CRASH',
  ANR: 'logView.crash.ANR',
  NATIVE: 'logView.crash.NATIVE',
  KERNEL: 'logView.crash.KERNEL',
}
