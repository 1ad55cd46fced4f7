export { giveNotice, insertNotices, type NewNotice, tellNotices } from './giveNotice.ts'
