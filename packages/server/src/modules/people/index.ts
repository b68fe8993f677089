// People: users as administrators manage them: their state, groups, allowed networks and sessions. Not here:
// sign-in (identity), rights, and what users change in their own profile.
export { peopleHttp } from './http.ts'
