import * as z from 'zod/mini'

export const packageLimits = z.object({
  bytes: z.int(),
  entries: z.int(),
  /** One file of the archive, unpacked. */
  entryBytes: z.int(),
  /** All files of the archive, unpacked. */
  totalBytes: z.int(),
  /** How many times its packed size a file may unpack to; small files are let be. */
  ratio: z.int(),
  /** Of the thread that does the check. */
  memoryMegabytes: z.int(),
  milliseconds: z.int(),
  /** The icon is wanted for this many dots per inch. */
  iconDensity: z.int(),
})

/** What a package and the check of it may cost. */
export type PackageLimits = Readonly<z.infer<typeof packageLimits>>

export const usualLimits: PackageLimits = {
  bytes: 1024 ** 3,
  entries: 65_535,
  entryBytes: 1024 ** 3,
  totalBytes: 4 * 1024 ** 3,
  ratio: 200,
  memoryMegabytes: 256,
  milliseconds: 60_000,
  iconDensity: 320,
}

export const megabytesOf = (bytes: number) => Math.floor(bytes / 1024 ** 2)
