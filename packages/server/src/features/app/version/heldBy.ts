/** The kind of record that a version is to the files it holds. */
export const heldBy = 'apk'
