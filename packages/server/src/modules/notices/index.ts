// Notices: short texts for single people, with a mark whether they were read. Scripts and the house write them in the
// transaction of what they tell of; each person sees and deletes their own. Not here: what needs attention now (the
// console counts that), and mail.
export { type NewNotice, sendNotice } from './send-notice.ts'
export { notifyOperators } from './notify-operators.ts'
export { noticesHttp } from './http.ts'
export { noticesJobs } from './jobs.ts'
