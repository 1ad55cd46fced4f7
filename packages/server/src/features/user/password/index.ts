export { judgePassword, pepperOf, rehash, setPassword, storePassword } from './newPassword.ts'
