/** The kind of record that a version is to the file it holds. */
export const heldBy = 'upgradeVersion'
