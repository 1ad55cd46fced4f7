import { everyScreenIsAccessible } from './screens.ts'

everyScreenIsAccessible('en')
