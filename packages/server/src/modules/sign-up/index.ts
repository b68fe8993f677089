// Sign-up: registration, confirmation of e-mail addresses and recovery of passwords. Answers and response
// times are the same for known and unknown users; only the mail says what happened. Not here: signing in,
// login sessions.
export { sendConfirmation } from './confirm-email.ts'
export { signInVerified, type VerifiedSignInDeps } from './sign-in-verified.ts'
export { signUpHttp } from './http.ts'
export { signUpJobs } from './jobs.ts'
