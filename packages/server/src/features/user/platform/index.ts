export { tellReviewers } from './reviewers.ts'
