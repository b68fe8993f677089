import type { ScreenModule } from '../../lib/screen.ts'
import { loadTexts, type Namespace } from '../../lib/texts.ts'

/** Screens without the shell, open to everybody while authorization is on. */
export interface PublicScreen {
  path: string
  load: () => Promise<ScreenModule>
}

/** A screen together with its texts. */
const withTexts = async (screen: Promise<ScreenModule>, texts: Namespace = 'sign'): Promise<ScreenModule> => {
  await loadTexts(texts)
  return screen
}

export const sign = [
  { path: '/signin', load: () => withTexts(import('./screens/sign-in.tsx')) },
  { path: '/setup', load: () => import('./screens/setup.tsx') },
  { path: '/signup', load: () => withTexts(import('./screens/sign-up.tsx')) },
  { path: '/terms', load: () => withTexts(import('./screens/terms.tsx'), 'terms') },
  { path: '/user/password/recovery', load: () => withTexts(import('./screens/recovery.tsx')) },
  { path: '/user/password/recovery/:ticket/:answer', load: () => withTexts(import('./screens/reset.tsx')) },
  { path: '/confirm/email/:code?', load: () => withTexts(import('./screens/confirm-email.tsx')) },
] as const satisfies readonly PublicScreen[]

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<(typeof sign)[number]['path'], true> {}
}
