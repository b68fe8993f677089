import type { ScreenModule } from '../../lib/screen.ts'
import type { TextKey } from '../../lib/texts.ts'

/** Screens without the shell, open to everybody while authorization is on. */
export interface PublicScreen {
  path: string
  title: TextKey
  load: () => Promise<ScreenModule>
}

export const sign = [
  { path: '/signin', title: 'shell:screens.signin', load: () => import('./screens/sign-in.tsx') },
  { path: '/setup', title: 'shell:screens.setup', load: () => import('./screens/setup.tsx') },
] as const satisfies readonly PublicScreen[]

declare module '../../lib/screen.ts' {
  interface ScreenPaths extends Record<(typeof sign)[number]['path'], true> {}
}
