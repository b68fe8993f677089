import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Draws WebGL without a graphics card: slowly, but the same everywhere. */
const drawnByProcessor = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']

/** Debian's chromium, or the one that CHROMIUM_PATH names; `canDrawMaps` for tests that look at a map. */
export function openBrowser({ canDrawMaps = false } = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  if (!existsSync(executablePath))
    throw new Error(`no browser at ${executablePath}: install Debian's package chromium or set CHROMIUM_PATH`)
  return chromium.launch({ executablePath, args: canDrawMaps ? [...args, ...drawnByProcessor] : args })
}

/** What the page complained about: scripts that failed, and errors in its console. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return complaints
}
