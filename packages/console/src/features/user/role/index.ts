export { rightText } from './rightTexts.ts'
