import type { Archive } from '../zip/archive.ts'

/** The compiled libraries of a package: `lib/<what they are compiled for>/<name>.so`. */
export function nativeLibrariesOf({ entries }: Archive) {
  return [...entries.values()].flatMap(({ name, bytes }) => {
    const [, abi, file] = /^lib\/([\w.-]+)\/([^/]+\.so)$/.exec(name) ?? []
    return abi !== undefined && file !== undefined ? [{ abi, name: file, bytes }] : []
  })
}
