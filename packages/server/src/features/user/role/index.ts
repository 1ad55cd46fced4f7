export { usableRoles } from './roleBin.ts'
