// Sign-up: how people come in by themselves, show that an e-mail is theirs, and get a lost password back. Answers and
// times are alike for known and unknown people; what happened stands in a mail. Not here: signing in, sessions.
export { askToConfirm } from './confirm-email.ts'
export { signInVerified, type VerifiedSignInDeps } from './sign-in-verified.ts'
export { signUpHttp } from './http.ts'
export { signUpJobs } from './jobs.ts'
