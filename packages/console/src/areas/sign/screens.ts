import type { ScreenModule } from '../../lib/screen.ts'
import { loadTexts } from '../../lib/texts.ts'
import type * as OneOff from './one-off-screens.ts'

/** Screens without the shell, open to everyone while authorization is on. */
export interface PublicScreen {
  path: string
  load: () => Promise<ScreenModule>
}

/** Loads a screen that users see once or twice: all of these are in one file. */
const oneOff = (name: keyof typeof OneOff) => async (): Promise<ScreenModule> => {
  const screens = import('./one-off-screens.ts')
  await loadTexts('sign')
  return { default: (await screens)[name] }
}

const setup = async (): Promise<ScreenModule> => {
  const screen = import('./screens/setup.tsx')
  await loadTexts('sign')
  return screen
}

const signIn = async (): Promise<ScreenModule> => {
  const screen = import('./screens/sign-in.tsx')
  await loadTexts('sign')
  return screen
}

export const sign = [
  { path: '/signin', load: signIn },
  { path: '/setup', load: setup },
  { path: '/signup', load: oneOff('SignUp') },
  { path: '/terms', load: oneOff('Terms') },
  { path: '/user/password/recovery', load: oneOff('Recovery') },
  { path: '/user/password/recovery/:ticket/:answer', load: oneOff('Reset') },
  { path: '/authorize', load: oneOff('Authorize') },
  { path: '/confirm/email/:code?', load: oneOff('ConfirmEmail') },
] as const satisfies readonly PublicScreen[]

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<(typeof sign)[number]['path'], true> {}
}
