import { type AnswerOf, setLocale, signOut as signOutRow, whoami } from '@stationmaster/contract'
import { call, CallError, isRefusal, type MustFirst, mustFirstOf, onShutOut } from './call.ts'
import { endNotices } from './end-notices.ts'
import { fetchUser, pageConfig, takeFragment } from './page-config.ts'
import { acceptRedirect, type RedirectProblem } from './redirect-state.ts'
import { refusalText } from './refusal.ts'
import { forgetOffline } from './saved-offline.ts'
import { readStored, writeStored } from './stored.ts'
import { freshToken } from './renew-token.ts'
import { createStore, useStore } from './store.ts'
import { asLanguage, changeLanguage, hasChosenLanguage, type Language } from './texts.ts'
import {
  dropToken,
  type LoginToken,
  onTokenChanged,
  readToken,
  takeRedirectTokens,
  tokenCheckMs,
  tokenGapMs,
} from './token.ts'

export type SessionUser = AnswerOf<typeof whoami>

/**
 * Session of the console. `error` means that no user is signed in: no token (message null), authorization
 * switched off, or a failed check, `unreachable` if the server did not respond at all. A user who has entered
 * the password but `must` complete a step first, or whose second factor (`mfaToken`) is missing, is not
 * signed in yet. With authorization switched off, `user` is the one that the server acts as.
 */
export type Session =
  | { phase: 'initial' }
  | { phase: 'pending' }
  | { phase: 'authorized'; user: SessionUser }
  | {
      phase: 'error'
      message: string | null
      unreachable: boolean
      must?: MustFirst
      mfaToken?: string
      user?: SessionUser
    }

const signedOut: Session & { phase: 'error' } = { phase: 'error', message: null, unreachable: false }
const store = createStore<Session>({ phase: 'initial' })
onShutOut((must) => store.set(must ? { ...signedOut, must } : signedOut))

export const session = store.get
export const useSession = (): Session => useStore(store)

/** Returns the signed-in user, or with authorization switched off the one that the server acts as. */
export const userOf = (present: Session): SessionUser | null => ('user' in present && present.user) || null

export const useUser = (): SessionUser | null => userOf(useSession())

/** Resolves with the session once the check has ended. */
export function sessionSettled(): Promise<Session> {
  return new Promise((resolve) => {
    const look = (): boolean => {
      const present = store.get()
      if (present.phase === 'initial' || present.phase === 'pending') return false
      resolve(present)
      return true
    }
    if (look()) return
    const stop = store.subscribe(() => look() && stop())
  })
}

/**
 * Starts the session: takes tokens from the fragment, checks who is signed in, renews the token, follows
 * other tabs. Returns the function that stops all of it.
 */
export function startSession(): () => void {
  const { fragment, problem } = acceptRedirect(takeFragment())
  takeRedirectTokens(fragment)
  void checkSession(problem, fragment?.mfa_token)

  const timer = setInterval(keepFresh, tokenCheckMs)
  // Timers stop while the machine sleeps: check again when the tab becomes visible, and when the network is
  // back.
  document.addEventListener('visibilitychange', whenLookedAt)
  window.addEventListener('online', keepFresh)
  const stopStorage = onTokenChanged((login) => {
    if (!pageConfig().authorize) return
    const present = store.get()
    if (!login && present.phase !== 'initial') store.set(signedOut)
    // Another tab signed in, perhaps as another user.
    else if (present.phase === 'error' || (present.phase === 'authorized' && isOther(login, present.user)))
      void checkSession()
  })
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', whenLookedAt)
    window.removeEventListener('online', keepFresh)
    stopStorage()
  }
}

const isOther = (login: LoginToken | null, user: SessionUser): boolean =>
  login !== null && login.session !== user.session

/** Asks the server who is signed in. `redirect` is the problem to show on the sign-in page if no user is. */
export async function checkSession(
  redirect: RedirectProblem | null = null,
  mfaToken?: string,
): Promise<void> {
  if (!pageConfig().authorize) return checkLocalUser()
  if (redirect) store.set({ phase: 'pending' })
  const problem = redirect && (await refusalText({ message: '', ...redirect }))
  if (!readToken()) {
    store.set({ ...signedOut, message: problem, ...(mfaToken ? { mfaToken } : {}) })
    return
  }
  store.set({ phase: 'pending' })
  try {
    enter(await call(whoami, {}, { fetcher: fetchUser }))
  } catch (failure) {
    if (isPendingStep(failure)) return
    const unreachable = isUnreachable(failure)
    if (!unreachable) dropToken()
    // An ended session needs no message; another refusal (of this IP address) does.
    const message = failure instanceof CallError && failure.status !== 401 ? failure.message : problem
    store.set({ phase: 'error', unreachable, message })
  }
}

/** Specification, section 4: with authorization switched off the check goes straight to error. */
async function checkLocalUser(): Promise<void> {
  try {
    store.set({ ...signedOut, user: await call(whoami, {}) })
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure)
    store.set({ ...signedOut, unreachable: isUnreachable(failure), message })
  }
}

const isUnreachable = (failure: unknown): boolean =>
  failure instanceof CallError && failure.kind !== 'no-token' && !isRefusal(failure)

/** Ends the session here and on the server, without waiting for the server's response. */
export function signOut(): void {
  // The call reads its token before it first waits, so the token may be removed right after.
  if (readToken()) void call(signOutRow, {}).catch(() => null)
  dropToken()
  writeStored('user_id', null)
  void endNotices().catch(() => null)
  store.set(signedOut)
}

/** Changes the language here, and on the server if it is to be stored there. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  const { crm, authorize } = pageConfig()
  if (!crm || !authorize || store.get().phase !== 'authorized') return
  await call(setLocale, { id: null, code: language }).catch(() => null)
}

/** Marks the user as signed in. */
export function enter(user: SessionUser): void {
  const before = readStored('user_id')
  // another person signed in at this browser
  if (before !== user.userid) forgetOffline()
  if (before !== null && before !== user.userid) void endNotices().catch(() => null)
  writeStored('user_id', user.userid)
  const language = asLanguage(user.locale.code)
  if (language && !hasChosenLanguage()) void changeLanguage(language)
  store.set({ phase: 'authorized', user })
}

/** Notes the balance of the account of the user. */
export function noteBalance(account: SessionUser['account']): void {
  const present = store.get()
  const user = userOf(present)
  const isKnown =
    user?.account.balance === account.balance && user.account.currency_code === account.currency_code
  if (user && !isKnown) store.set({ ...present, user: { ...user, account } } as Session)
}

/** True if the session is valid but must complete a step first; `onShutOut` has reported that. */
export const isPendingStep = (failure: unknown): boolean =>
  failure instanceof CallError && mustFirstOf(failure.code) !== null

/** Not when it becomes hidden: a page that is closed would lose a new refresh token. */
const whenLookedAt = (): void => {
  if (!document.hidden) void keepFresh()
}

async function keepFresh(): Promise<void> {
  if (store.get().phase !== 'authorized') return
  const login = await freshToken(tokenGapMs).catch(() => 'unreachable' as const)
  if (!login) store.set(signedOut)
}
