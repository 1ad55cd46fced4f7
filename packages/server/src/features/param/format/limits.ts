/** Bytes that a plug-in may make of one file. */
export const mostFormatBytes = 4 * 1024 * 1024
