// Profile: what users change about themselves: name, email address, password, picture, language. Pictures
// have addresses that cannot be guessed. Not here: what administrators change about others, login sessions,
// two-factor authentication.
export { openAvatar } from './change-avatar.ts'
export { profileHttp } from './http.ts'
