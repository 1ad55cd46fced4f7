export { isScanned, requireClean, requireScanner, scanContent } from './scan.ts'
