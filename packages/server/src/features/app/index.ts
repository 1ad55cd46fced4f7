export { judgeApk } from './verify/judgeApk.ts'
export type { ApkCertificate, ApkFacts, ApkFault, ApkReport } from './verify/report.ts'
