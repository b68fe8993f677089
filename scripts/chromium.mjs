// Finds Chromium for the browser tests, and installs it if permitted.
import { access } from 'node:fs/promises'
import { run } from './install.mjs'

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
  const found = await firstThatExists([process.env.CHROMIUM_PATH, ...places])
  if (found) return { path: found }
  const isRoot = process.getuid?.() === 0
  if (isRoot && (await firstThatExists(['/usr/bin/apt-get']))) {
    console.log(`Installing the Debian package ${headless} for the browser tests …`)
    const quiet = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }
    try {
      await run('apt-get', ['update', '-qq'], quiet)
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', headless], quiet)
      return { path: `/usr/bin/${headless}` }
    } catch (error) {
      return { problem: `Chromium could not be installed (${error.message}): set CHROMIUM_PATH to one` }
    }
  }
  return {
    problem: `Chromium is missing: run "sudo apt-get install ${headless}", or set CHROMIUM_PATH to one`,
  }
}

async function firstThatExists(paths) {
  for (const path of paths) {
    if (
      path &&
      (await access(path).then(
        () => true,
        () => false,
      ))
    )
      return path
  }
  return undefined
}
