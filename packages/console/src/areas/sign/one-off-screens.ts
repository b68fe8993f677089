// Screens that users see once or twice, in one file for the browser: those who sign up read the terms and
// confirm an address.
export { default as Authorize } from './screens/authorize.tsx'
export { default as ConfirmEmail } from './screens/confirm-email.tsx'
export { default as Recovery } from './screens/recovery.tsx'
export { default as Reset } from './screens/reset.tsx'
export { default as SignUp } from './screens/sign-up.tsx'
export { default as Terms } from './screens/terms.tsx'
