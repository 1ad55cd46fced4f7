import { everyScreenIsAccessible } from './screens.ts'

everyScreenIsAccessible('ar-IQ')
