// Posts: JSON that scripts have sent to web addresses which the installation allows. Written in the transaction of the
// fact, sent by a job, again when it failed; how it ended stands in the event log, and in a list of administrators,
// who can send what was given up again. Not here: what a script is (scripts)
// and when it runs (workflow).
export { postsHttp } from './http.ts'
export { type NewPost, queuePost } from './queue-post.ts'
export { postJob, postsJobs } from './jobs.ts'
export { type AllowedAddresses, readAllowed } from './allowed.ts'
