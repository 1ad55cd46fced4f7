/** A file that is the value of a parameter: kept as text, like every value. */
export interface ParamFile {
  /** Of its bytes, lower-case hexadecimal. */
  readonly sha256: string
  /** In bytes. */
  readonly size: number
  readonly name: string
}

/** Bytes that a file of a parameter may have. */
export const mostParamFileBytes = 2 * 1024 * 1024
/** Files and images that one template may ask for. */
export const mostParamFiles = 10

// A name that reads as a placeholder would be filled.
const form = /^([0-9a-f]{64})\/([1-9]\d{0,9})\/(?!.*\$\{)([^/\\\p{Cc}]{1,128})$/u

export const writeParamFile = ({ sha256, size, name }: ParamFile): string =>
  `${sha256}/${size}/${name}`

/** Null: it is no file. */
export function readParamFile(text: string): ParamFile | null {
  const [, sha256, size, name] = form.exec(text) ?? []
  if (sha256 === undefined || size === undefined || name === undefined) return null
  return { sha256, size: Number(size), name }
}

/** What an uploaded file's name ends in that a parameter of the type IMAGE takes; its bytes are proved to be that. */
export const paramImageExtensions: readonly string[] = ['png', 'jpg', 'jpeg', 'gif']

export const isParamImage = (name: string): boolean =>
  paramImageExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`))

/** Folder, below the application's own, that the files of parameters are brought in. */
export const paramFilesFolder = 'files'

/**
 * Where the application finds the file of a parameter, below its own folder: the same for the same parameter and
 * name. What not every file system takes is written as `_`.
 */
export const pathOfParamFile = (pid: string, { name }: Pick<ParamFile, 'name'>): string =>
  [paramFilesFolder, safePart(pid), safePart(name)].join('/')

const safePart = (part: string): string =>
  part.replace(/[^A-Za-z0-9_.-]/gu, '_').replace(/^\./, '_')
