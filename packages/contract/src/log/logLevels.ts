/** How grave a line of a log is, the least first; as Android names it. */
export const logLevels = ['VERBOSE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const
export type LogLevel = (typeof logLevels)[number]
