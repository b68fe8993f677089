// Posts: JSON that scripts send to web addresses allowed by the installation. Written in the transaction of
// the fact and sent by a job, with retries; the result is in the event log and in a list of administrators,
// who can send failed posts again. Not here: scripts themselves (scripts) and when they run (workflow).
export { postsHttp } from './http.ts'
export { type NewPost, queuePost } from './queue-post.ts'
export { postJob, postsJobs } from './jobs.ts'
export { type AllowedAddresses, readAllowed } from './allowed.ts'
