export { judgeApk } from './verify/judgeApk.ts'
export { judgePackage } from './verify/linux/judgePackage.ts'
export type { PackageReport } from './verify/linux/packageReport.ts'
export type { ApkCertificate, ApkFacts, ApkReport } from './verify/report.ts'
