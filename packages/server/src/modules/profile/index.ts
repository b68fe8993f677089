// Profile: what people change about themselves: name, e-mail, password, picture, language. Pictures have addresses
// that nobody can guess. Not here: what administrators change about others, own sessions, the second factor.
export { openAvatar } from './change-avatar.ts'
export { profileHttp } from './http.ts'
