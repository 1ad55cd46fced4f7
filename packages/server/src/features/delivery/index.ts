export { mountDownloads } from './file.plugin.ts'
export { mountDownloadTickets } from './ticket.plugin.ts'
