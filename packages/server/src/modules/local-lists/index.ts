// Local lists: the tags that a station knows by itself, as far as we have sent them or it has told their version.
// Not the cards of an account: those are asked while the station is online.
export { localListEffects } from './effects.ts'
export { localListsHttp } from './http.ts'
