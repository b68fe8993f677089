// People as administrators keep them: who there is and in which state, their groups, the networks they may come
// from, their sessions, and rights by class beyond the defaults. Not here: how people sign in (identity), and what
// people do with their own profile.
export { peopleHttp } from './http.ts'
