export { pepperOf, rehash, requireFitPassword, setPassword, storePassword } from './newPassword.ts'
