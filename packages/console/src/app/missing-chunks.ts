/**
 * After an update the files of an old tab are gone from the server. The first file that fails to load reloads the
 * page, once: a second failure within a minute is a real one and is shown.
 */
const name = 'stationmaster.reloaded'
const againMs = 60_000

export function reloadOnMissingChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault()
  })
}

/** Whether this error is a file that could not be loaded. */
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
