export { readProgramme } from './programme.ts'
