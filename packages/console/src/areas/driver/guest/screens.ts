import type { ScreenModule } from '../../../lib/screen.ts'
import { loadTexts } from '../../../lib/texts.ts'

/** Texts of the pages of guests. */
const texts = ['guest', 'driver', 'tariffs'] as const

/** Loads the texts together with a page. */
async function withTexts(page: Promise<ScreenModule>): Promise<ScreenModule> {
  await loadTexts(...texts)
  return page
}

/** Loads the frame of these pages. */
export const loadGuestFrame = async () => (await import('./guest-frame.tsx')).GuestFrame

/** Pages for guests, without the shell. The code or the secret decides what they show, not the user who may be signed in. */
export const guest = [
  { path: '/driver/c/:code', load: () => withTexts(import('./code.tsx')) },
  { path: '/driver/guest/:secret', load: () => withTexts(import('./session.tsx')) },
] as const
