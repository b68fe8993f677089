import type { ScreenModule } from '../../../lib/screen.ts'
import { loadTexts } from '../../../lib/texts.ts'

/** Texts of the pages of guests. */
const texts = ['guest', 'driver', 'tariffs', 'errors'] as const

const code = async (): Promise<ScreenModule> => {
  const screen = import('./code.tsx')
  await loadTexts(...texts)
  return screen
}

const session = async (): Promise<ScreenModule> => {
  const screen = import('./session.tsx')
  await loadTexts(...texts)
  return screen
}

/** Loads the frame of these pages. */
export const loadGuestFrame = async () => (await import('./guest-frame.tsx')).GuestFrame

/** Pages for guests, without the shell. The code or the secret decides what they show, not the user who may be signed in. */
export const guest = [
  { path: '/driver/c/:code', load: code },
  { path: '/driver/guest/:secret', load: session },
] as const
