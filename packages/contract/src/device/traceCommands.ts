/** What only traces are begun and ended by: nobody gives these by themselves. */
export const traceCommands = ['LOG_TRACE_START', 'LOG_TRACE_STOP'] as const
export type TraceCommand = (typeof traceCommands)[number]

export const isTraceCommand = (name: string): name is TraceCommand =>
  traceCommands.some((command) => command === name)
