// People as administrators keep them: who there is and in which state, their groups, the networks they may come
// from, and their sessions. Not here: how people sign in (identity), what they may do (rights), and what people do
// with their own profile.
export { peopleHttp } from './http.ts'
