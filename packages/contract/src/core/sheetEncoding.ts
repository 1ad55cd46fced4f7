/**
 * In which letters a CSV file is written. UTF-8 and UTF-16 are told from the file; of the older ones
 * only a person knows, since any bytes are letters in them.
 */
export const sheetEncodings = ['unicode', 'windows-1252', 'windows-1256'] as const
export type SheetEncoding = (typeof sheetEncodings)[number]
