// Finds Chromium for the browser tests, and installs it if permitted.
import { firstThatExists, installPackage } from './debian-packages.mjs'

/** Without windows: the same engine from the same Debian source, with two thirds of the processor time per page. */
const headless = 'chromium-headless-shell'

const places = [
  `/usr/bin/${headless}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of a Chromium, or a line that says how to install one. */
export async function findChromium() {
  const found = await firstThatExists([process.env.CHROMIUM_PATH, ...places].filter(Boolean))
  if (found) return { path: found }
  const problem = await installPackage(headless)
  if (!problem) return { path: `/usr/bin/${headless}` }
  return { problem: `Chromium is missing. ${problem} CHROMIUM_PATH can name another one.` }
}
