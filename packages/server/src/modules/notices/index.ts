// Notices: short texts for single users, read or unread. Scripts and the system write them in the transaction
// of the fact that causes them; each user sees and deletes their own, and optionally gets them by email. Not
// here: what needs attention now (counted by the console), and how a mail is sent.
export { type NewNotice, sendNotice } from './send-notice.ts'
export { notifyOperators } from './notify-operators.ts'
export { noticesHttp } from './http.ts'
export { noticeMailJobs, noticesJobs } from './jobs.ts'
