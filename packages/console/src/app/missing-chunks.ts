/**
 * After an update the server no longer has the files of an old tab. The first file that fails to load reloads
 * the page once: a second failure within a minute is a real error and is shown.
 */
const name = 'stationmaster.reloaded'
const againMs = 60_000

export function reloadOnMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault()
  })
}

/** True if the error is a file that could not be loaded. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)

export function reloadOnce(now = Date.now()): boolean {
  try {
    if (now - Number(window.sessionStorage.getItem(name) ?? 0) < againMs) return false
    window.sessionStorage.setItem(name, String(now))
  } catch {
    return false
  }
  window.location.reload()
  return true
}
