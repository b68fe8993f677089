// Notices: short texts for single people, with a mark whether they were read. Scripts and the house write them in the
// transaction of what they tell of; each person sees and deletes their own, and gets them by e-mail if they want. Not here: what needs attention now (the
// console counts that), and how a mail is sent.
export { type NewNotice, sendNotice } from './send-notice.ts'
export { notifyOperators } from './notify-operators.ts'
export { noticesHttp } from './http.ts'
export { noticeMailJobs, noticesJobs } from './jobs.ts'
