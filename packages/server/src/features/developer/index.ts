export { isUnpublishable, requireMayMake, requirePublishable } from './developerApps.ts'
export { readProgramme } from './programme.ts'
