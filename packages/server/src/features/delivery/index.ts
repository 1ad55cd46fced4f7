export { type Artifact, findArtifact, heldSeconds } from './artifact.queries.ts'
export { grantDownload } from './download.queries.ts'
export { mountDownloads, type ReadDownload } from './file.plugin.ts'
export { mountDownloadTickets } from './ticket.plugin.ts'
