// Local lists: the tags that a station authorizes locally, as far as we sent them or the station reported
// their version. Not the cards of an account: those are checked while the station is online.
export { localListEffects } from './effects.ts'
export { localListsHttp } from './http.ts'
